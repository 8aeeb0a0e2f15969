"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type ColourFieldProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: string | null;
  /** Drawn while none is chosen. */
  usual: string;
  onChange: (value: string | null) => void;
};

/** A colour by the browser's own picker, or typed as #rrggbb. */
export function ColourField({ label, hint, error, value, usual, onChange }: ColourFieldProps) {
  const t = useTranslations("admin-content.look");
  const isWhole = /^#[0-9a-f]{6}$/i.test(value ?? "");
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={t("choose", { name: label })}
          value={isWhole ? (value ?? usual) : usual}
          onChange={({ target }) => onChange(target.value)}
          className="h-11 w-14 shrink-0 cursor-pointer rounded-md border border-control bg-surface p-1 md:h-10"
        />
        <Input
          value={value ?? ""}
          placeholder={usual}
          maxLength={7}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value.trim() || null)}
          className="font-mono"
        />
        {value === null ? null : (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("usual", { name: label })}
            onClick={() => onChange(null)}
          >
            <X aria-hidden />
          </Button>
        )}
      </div>
    </Field>
  );
}

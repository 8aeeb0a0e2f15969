"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CheckboxField } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { FieldError } from "@/components/ui/field";
import { ScrollArea } from "@/components/ui/scroll-area";
import type { FieldSpec, FieldValue } from "./field-spec";

/** More than fit into a glance: then what is searched for is shown, and what is chosen stands above. */
const searchFrom = 12;
const shownAtMost = 50;

type ChecksFieldProps = {
  spec: Extract<FieldSpec, { kind: "checks" }>;
  chosen: readonly string[];
  error?: string | undefined;
  onChange: (value: FieldValue) => void;
};

export function ChecksField({ spec, chosen, error, onChange }: ChecksFieldProps) {
  const t = useTranslations("admin.form");
  const [text, setText] = useState("");
  const isLong = spec.options.length > searchFrom;
  const needle = text.trim().toLowerCase();
  const matches = isLong
    ? spec.options.filter(({ label }) => label.toLowerCase().includes(needle))
    : spec.options;
  const shown = matches.slice(0, shownAtMost);
  const toggle = (value: string, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((known) => known !== value));
  return (
    <fieldset className={cx("flex min-w-0 flex-col gap-1", spec.wide && "sm:col-span-2")}>
      <legend className="mb-1 font-medium text-sm">{spec.label}</legend>
      {isLong && chosen.length > 0 ? (
        <ul className="mb-1 flex flex-wrap gap-1.5">
          {spec.options
            .filter(({ value }) => chosen.includes(value))
            .map(({ value, label }) => (
              <li key={value}>
                <button
                  type="button"
                  aria-label={t("remove", { name: label })}
                  onClick={() => toggle(value, false)}
                  className="inline-flex min-h-7 max-w-64 items-center gap-1 rounded-full bg-pine-soft px-2.5 text-pine text-xs hover:text-pine-strong"
                >
                  <span className="truncate">{label}</span>
                  <X className="size-3 shrink-0" aria-hidden />
                </button>
              </li>
            ))}
        </ul>
      ) : null}
      {isLong ? (
        <input
          type="search"
          value={text}
          aria-label={t("find", { name: spec.label })}
          placeholder={t("find", { name: spec.label })}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Enter would send the form.
            if (event.key === "Enter") event.preventDefault();
          }}
          className="control min-h-9 py-1 text-sm"
        />
      ) : null}
      <ScrollArea
        label={spec.label}
        className="max-h-48 rounded-md border border-line px-3 py-1.5 in-[fieldset:disabled]:max-h-none"
      >
        {shown.map((option) => (
          <CheckboxField
            key={option.value}
            label={option.label}
            checked={chosen.includes(option.value)}
            onCheckedChange={(on) => toggle(option.value, on === true)}
          />
        ))}
        {matches.length > shown.length ? (
          <p className="py-1 text-ink-faint text-xs">
            {t("moreMatches", { count: matches.length - shown.length })}
          </p>
        ) : null}
        {matches.length === 0 ? <p className="py-1 text-ink-faint text-xs">{t("noneFound")}</p> : null}
      </ScrollArea>
      {spec.hint ? <p className="text-ink-faint text-xs">{spec.hint}</p> : null}
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}

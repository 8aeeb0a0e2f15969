"use client";

import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type QuantityStepperProps = {
  value: number;
  min: number;
  max: number;
  error?: string;
  hint?: string;
  /** In a list of goods, where each row shows what is counted. */
  hideLabel?: boolean;
  onChange: (value: number) => void;
};

export function QuantityStepper({ value, min, max, error, hint, hideLabel, onChange }: QuantityStepperProps) {
  const t = useTranslations("checkout");
  // The text in the box while a person types may be no number yet.
  const [draft, setDraft] = useState<string | null>(null);
  const clamp = (wish: number) => Math.min(Math.max(wish, min), Math.max(min, max));

  function settle() {
    const typed = Number(draft);
    if (draft !== null && Number.isInteger(typed) && typed > 0) onChange(clamp(typed));
    setDraft(null);
  }

  const step =
    "grid size-11 place-items-center text-ink-muted hover:text-ink disabled:opacity-40 md:size-10 [&_svg]:size-4";
  return (
    <Field label={t("quantity")} error={error} hint={hint} hideLabel={hideLabel}>
      <div className="flex w-fit items-center rounded-md border border-control bg-surface has-[input:focus-visible]:border-pine has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-pine has-[input:focus-visible]:outline-offset-1">
        <button
          type="button"
          className={step}
          aria-label={t("fewer")}
          disabled={value <= min}
          onClick={() => onChange(clamp(value - 1))}
        >
          <Minus aria-hidden />
        </button>
        <Input
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          value={draft ?? String(value)}
          onChange={(event) => {
            const text = event.target.value.replace(/\D/g, "").slice(0, 4);
            setDraft(text);
            const typed = Number(text);
            if (typed >= min && typed <= max) onChange(typed);
          }}
          onBlur={settle}
          className="tabular w-14! border-0! bg-transparent! px-0! text-center shadow-none!"
        />
        <button
          type="button"
          className={step}
          aria-label={t("more")}
          disabled={value >= max}
          onClick={() => onChange(clamp(value + 1))}
        >
          <Plus aria-hidden />
        </button>
      </div>
    </Field>
  );
}

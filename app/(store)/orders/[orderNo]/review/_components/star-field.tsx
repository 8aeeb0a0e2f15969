"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { cx } from "@/components/ui/cx";
import { FieldError } from "@/components/ui/field";

type StarFieldProps = {
  most: number;
  /** 0: none chosen. */
  value: number;
  error: string | undefined;
  onChange: (stars: number) => void;
};

/** Choice of one to five, by pointer, thumb or arrow keys. */
export function StarField({ most, value, error, onChange }: StarFieldProps) {
  const t = useTranslations("content.reviews");
  const name = useId();
  return (
    <fieldset>
      <legend className="font-medium text-sm">{t("starsLabel")}</legend>
      <div className="-ms-2 flex">
        {Array.from({ length: most }, (_, index) => index + 1).map((stars) => (
          <label key={stars} className="grid size-11 cursor-pointer place-items-center text-3xl">
            <input
              type="radio"
              name={name}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
              aria-label={t("starsOf", { stars })}
              className="peer sr-only"
            />
            <span
              aria-hidden
              className={cx(
                "rounded-md px-1 leading-none peer-focus-visible:outline-2 peer-focus-visible:outline-pine",
                stars <= value ? "text-ink" : "text-line-strong",
              )}
            >
              ★
            </span>
          </label>
        ))}
      </div>
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}

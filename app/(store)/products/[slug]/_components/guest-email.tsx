"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

type GuestEmailProps = {
  value: string;
  hint: string;
  error: string | undefined;
  onChange: (email: string) => void;
  /** The buyer has left the field. */
  onDone: (email: string) => void;
};

/** Address of a buyer without an account, who is known by nothing else. */
export function GuestEmail({ value, hint, error, onChange, onDone }: GuestEmailProps) {
  const t = useTranslations("checkout");
  return (
    <Field label={t("email")} hint={hint} required error={error}>
      <Input
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        maxLength={254}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => onDone(value.trim())}
      />
    </Field>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { FormField } from "@/lib/catalogue/schema";

type BuyerFormProps = {
  fields: readonly FormField[];
  values: Record<string, string>;
  errorFor: (key: string) => string | undefined;
  onChange: (key: string, value: string) => void;
};

/** Asks for the facts that a person who prepares the goods needs; the operator writes the questions. */
export function BuyerForm({ fields, values, errorFor, onChange }: BuyerFormProps) {
  const t = useTranslations();
  if (fields.length === 0) return null;
  return (
    <div className="flex flex-col gap-4">
      {fields.map((field) => (
        <Field
          key={field.key}
          label={field.label}
          required={field.required}
          optional={field.required ? undefined : t("common.optional")}
          error={errorFor(field.key)}
        >
          <FormControl
            field={field}
            value={values[field.key] ?? ""}
            onChange={(value) => onChange(field.key, value)}
          />
        </Field>
      ))}
    </div>
  );
}

type FormControlProps = { field: FormField; value: string; onChange: (value: string) => void };

function FormControl({ field, value, onChange }: FormControlProps) {
  const t = useTranslations("checkout");
  if (field.type === "select") {
    return (
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t("choose")}</option>
        {(field.options ?? []).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    );
  }
  if (field.type === "textarea") {
    return <Textarea value={value} maxLength={2000} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <Input
      type={field.type === "email" ? "email" : "text"}
      inputMode={field.type === "number" ? "decimal" : undefined}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { SettingsForm } from "@/lib/fulfillment/schema";

type DeliverySettingsProps = { skuId: number; form: SettingsForm; fulfillers: readonly string[] };

/** Drawn from the fields that the fulfiller names. */
export function DeliverySettings({ skuId, form, fulfillers }: DeliverySettingsProps) {
  const t = useTranslations("admin-sell.files");
  const [values, setValues] = useState(form.values);
  const { submit, pending, fieldError, formError } = useWrite({
    path: `/admin/skus/${skuId}/delivery`,
    method: "PUT",
    success: t("saved"),
  });
  const label = (key: string) => (t.has(`fields.${key}` as never) ? t(`fields.${key}` as never) : key);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ fulfillers, settings: { [form.code]: values } });
      }}
    >
      {form.fields.map(({ key, kind, required }) => (
        <Field
          key={key}
          label={label(key)}
          required={required}
          error={fieldError(`settings.${form.code}.${key}`)}
        >
          <Input
            inputMode={kind === "number" ? "numeric" : "text"}
            value={values[key] ?? ""}
            onChange={({ target }) => setValues({ ...values, [key]: target.value })}
          />
        </Field>
      ))}
      <FieldError>{formError()}</FieldError>
      <Button type="submit" variant="secondary" loading={pending} className="self-start">
        {t("save")}
      </Button>
    </form>
  );
}

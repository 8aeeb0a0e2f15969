"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { useWrite } from "@/components/admin/form/use-write";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import type { SettingsForm } from "@/lib/fulfillment/schema";

type DeliverySettingsProps = { skuId: number; form: SettingsForm; fulfillers: readonly string[] };

/** Drawn from the fields that the fulfiller names. */
export function DeliverySettings({ skuId, form, fulfillers }: DeliverySettingsProps) {
  const t = useTranslations("admin-sell.files");
  const [values, setValues] = useState(form.values);
  const [isDirty, setDirty] = useState(false);
  const { submit, pending, fieldError, formError } = useWrite(
    { path: `/admin/skus/${skuId}/delivery`, method: "PUT", success: t("saved") },
    () => setDirty(false),
  );
  useUnsaved(isDirty && !pending);
  const label = (key: string) => (t.has(`fields.${key}` as never) ? t(`fields.${key}` as never) : key);
  return (
    <ScriptForm
      className="flex flex-col gap-4"
      onSend={() =>
        submit({
          fulfillers,
          settings: { [form.code]: values },
          seen: { [`settings.${form.code}`]: form.values },
        })
      }
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
            onChange={({ target }) => {
              setDirty(true);
              setValues({ ...values, [key]: target.value });
            }}
          />
        </Field>
      ))}
      <FieldError>{formError()}</FieldError>
      <SubmitButton variant="secondary" loading={pending} className="self-start">
        {t("save")}
      </SubmitButton>
    </ScriptForm>
  );
}

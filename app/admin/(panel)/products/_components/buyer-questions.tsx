"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { CheckboxField } from "@/components/ui/checkbox";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { formFieldTypes } from "@/lib/catalogue/choices";
import type { PartProps } from "./form-part";
import { type FieldDraft, newField } from "./product-draft";

export function BuyerQuestions({ draft, change, fieldError }: PartProps) {
  const t = useTranslations("admin-sell.product");
  const { fields } = draft;
  const set = (key: string, changes: Partial<FieldDraft>) =>
    change({ fields: fields.map((field) => (field.key === key ? { ...field, ...changes } : field)) });

  return (
    <Panel
      title={t("form")}
      description={t("formText")}
      actions={
        <Button variant="secondary" size="sm" onClick={() => change({ fields: [...fields, newField()] })}>
          <Plus aria-hidden />
          {t("addField")}
        </Button>
      }
    >
      <FieldError>{fieldError("form_fields")}</FieldError>
      <ol className="flex flex-col gap-3">
        {fields.map((field, index) => {
          const at = `form_fields.${index}`;
          return (
            <li
              key={field.key}
              className="grid gap-3 rounded-md border border-line p-3 sm:grid-cols-2 lg:grid-cols-4"
            >
              <Field
                label={t("fieldLabel")}
                required
                error={fieldError(`${at}.label`)}
                className="lg:col-span-2"
              >
                <Input
                  value={field.label}
                  onChange={({ target }) => set(field.key, { label: target.value })}
                />
              </Field>
              <Field label={t("fieldKey")} required error={fieldError(`${at}.key`)}>
                <Input
                  value={field.name}
                  spellCheck={false}
                  placeholder="account_id"
                  onChange={({ target }) => set(field.key, { name: target.value })}
                  className="font-mono"
                />
              </Field>
              <Field label={t("fieldType")} error={fieldError(`${at}.type`)}>
                <Select
                  value={field.type}
                  onChange={({ target }) => set(field.key, { type: target.value as FieldDraft["type"] })}
                >
                  {formFieldTypes.map((type) => (
                    <option key={type} value={type}>
                      {t(`fieldTypes.${type}`)}
                    </option>
                  ))}
                </Select>
              </Field>
              {field.type === "select" ? (
                <Field
                  label={t("fieldOptions")}
                  error={fieldError(`${at}.options`)}
                  className="lg:col-span-2"
                >
                  <Textarea
                    rows={3}
                    value={field.options}
                    onChange={({ target }) => set(field.key, { options: target.value })}
                  />
                </Field>
              ) : (
                <Field
                  label={t("fieldPattern")}
                  hint={t("fieldPatternHint")}
                  error={fieldError(`${at}.pattern`)}
                  className="lg:col-span-2"
                >
                  <Input
                    value={field.pattern}
                    spellCheck={false}
                    onChange={({ target }) => set(field.key, { pattern: target.value })}
                    className="font-mono"
                  />
                </Field>
              )}
              <CheckboxField
                label={t("fieldRequired")}
                checked={field.required}
                onCheckedChange={(on) => set(field.key, { required: on === true })}
                className="self-center"
              />
              <Button
                variant="ghost"
                size="sm"
                className="self-center justify-self-end"
                onClick={() => change({ fields: fields.filter((one) => one.key !== field.key) })}
              >
                <Trash2 aria-hidden />
                {t("remove")}
              </Button>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

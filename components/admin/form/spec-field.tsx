"use client";

import { useTranslations } from "next-intl";
import { CheckboxField } from "@/components/ui/checkbox";
import { cx } from "@/components/ui/cx";
import { Field, FieldError, useFieldControl } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SwitchField } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import type { FieldSpec, FieldValue } from "./field-spec";
import { HtmlField } from "./html-field";
import { PictureField } from "./picture-field";

type SpecFieldProps = {
  spec: FieldSpec;
  value: FieldValue;
  error?: string | undefined;
  onChange: (value: FieldValue) => void;
};

export function SpecField({ spec, value, error, onChange }: SpecFieldProps) {
  const t = useTranslations("common");
  if (spec.kind === "switch") {
    return (
      <div className={cx("self-center", spec.wide && "sm:col-span-2")}>
        <SwitchField
          label={spec.label}
          hint={spec.hint}
          checked={value === true}
          onCheckedChange={onChange}
        />
        <FieldError>{error}</FieldError>
      </div>
    );
  }
  if (spec.kind === "checks") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset className={cx("flex min-w-0 flex-col gap-1", spec.wide && "sm:col-span-2")}>
        <legend className="mb-1 font-medium text-sm">{spec.label}</legend>
        <div className="max-h-48 overflow-y-auto rounded-md border border-line px-3 py-1.5">
          {spec.options.map((option) => (
            <CheckboxField
              key={option.value}
              label={option.label}
              checked={chosen.includes(option.value)}
              onCheckedChange={(on) =>
                onChange(
                  on === true ? [...chosen, option.value] : chosen.filter((known) => known !== option.value),
                )
              }
            />
          ))}
        </div>
        {spec.hint ? <p className="text-ink-faint text-xs">{spec.hint}</p> : null}
        <FieldError>{error}</FieldError>
      </fieldset>
    );
  }
  const isWide = spec.wide || spec.kind === "html" || spec.kind === "picture";
  const mayBeEmpty = !spec.required && spec.kind !== "select" && spec.kind !== "password";
  return (
    <Field
      label={spec.label}
      hint={spec.hint}
      error={error}
      {...(spec.required ? { required: true } : {})}
      {...(mayBeEmpty ? { optional: t("optional") } : {})}
      className={cx("min-w-0", isWide && "sm:col-span-2")}
    >
      <Control spec={spec} value={String(value)} onChange={onChange} />
    </Field>
  );
}

type ControlProps = { spec: FieldSpec; value: string; onChange: (value: string) => void };

function Control({ spec, value, onChange }: ControlProps) {
  switch (spec.kind) {
    case "textarea":
    case "lines":
      return (
        <Textarea
          rows={spec.rows ?? 4}
          value={value}
          placeholder={spec.placeholder}
          onChange={({ target }) => onChange(target.value)}
          className={spec.kind === "lines" || spec.mono ? "font-mono text-sm" : undefined}
        />
      );
    case "html":
      return <HtmlField value={value} rows={spec.rows ?? 12} onChange={onChange} />;
    case "picture":
      return <PictureField value={value} onChange={onChange} />;
    case "select":
      return (
        <Select value={value} onChange={({ target }) => onChange(target.value)}>
          {spec.choose === undefined ? null : <option value="">{spec.choose}</option>}
          {spec.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      );
    case "datetime":
      return <MomentInput value={value} onChange={onChange} />;
    case "number":
      return (
        <div className="relative">
          <Input
            type="number"
            inputMode="decimal"
            min={spec.min}
            max={spec.max}
            step={spec.step ?? 1}
            value={value}
            placeholder={spec.placeholder}
            onChange={({ target }) => onChange(target.value)}
            className={cx("tabular", spec.unit && "pr-14")}
          />
          {spec.unit ? (
            <span className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-faint text-sm">
              {spec.unit}
            </span>
          ) : null}
        </div>
      );
    case "money":
      return (
        <Input
          inputMode="decimal"
          value={value}
          placeholder={spec.placeholder ?? "0.00"}
          onChange={({ target }) => onChange(target.value)}
          className="tabular"
        />
      );
    default:
      return (
        <Input
          type={spec.kind}
          autoComplete={spec.kind === "password" ? "new-password" : "off"}
          value={value}
          placeholder={spec.placeholder}
          onChange={({ target }) => onChange(target.value)}
        />
      );
  }
}

/** The browser's own picker speaks the reader's time zone; the form keeps the moment as ISO. */
function MomentInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const control = useFieldControl();
  const at = value ? new Date(value) : null;
  const local =
    at && !Number.isNaN(at.getTime())
      ? new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
      : "";
  return (
    <input
      {...control}
      type="datetime-local"
      value={local}
      onChange={({ target }) => onChange(target.value ? new Date(target.value).toISOString() : "")}
      className="control"
    />
  );
}

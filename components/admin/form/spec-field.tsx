"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Field, FieldError, useFieldControl } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { SwitchField } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { atWallTime, wallTimeIn } from "@/lib/core/days";
import { writeShopAmount } from "@/lib/core/money";
import { ChecksField } from "./checks-field";
import type { FieldSpec, FieldValue } from "./field-spec";
import { HtmlField } from "./html-field";
import { PictureField } from "./picture-field";
import { ProofField } from "./proof-field";
import { TagsInput } from "./tags-input";

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
    return <ChecksField spec={spec} chosen={chosen} error={error} onChange={onChange} />;
  }
  const isWide = spec.wide || spec.kind === "html" || spec.kind === "picture" || spec.kind === "proof";
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
    case "lines":
      return <TagsInput value={value} placeholder={spec.placeholder} onChange={onChange} />;
    case "textarea":
      return (
        <Textarea
          rows={spec.rows ?? 4}
          value={value}
          placeholder={spec.placeholder}
          onChange={({ target }) => onChange(target.value)}
          className={spec.mono ? "font-mono text-sm" : undefined}
        />
      );
    case "html":
      return <HtmlField value={value} rows={spec.rows ?? 12} onChange={onChange} />;
    case "picture":
      return <PictureField value={value} use={spec.use ?? "icon"} onChange={onChange} />;
    case "proof":
      return <ProofField value={value} onChange={onChange} />;
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
          placeholder={spec.placeholder ?? writeShopAmount("0.00")}
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

/** The picker shows the shop's zone, as every time of the admin does; the form keeps the moment as ISO. */
function MomentInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const control = useFieldControl();
  const zone = useTimeZone() ?? "UTC";
  const at = value ? new Date(value) : null;
  return (
    <span className="relative block">
      <input
        {...control}
        type="datetime-local"
        value={at && !Number.isNaN(at.getTime()) ? wallTimeIn(at, zone) : ""}
        onChange={({ target }) =>
          onChange(target.value ? atWallTime(target.value.slice(0, 16), zone).toISOString() : "")
        }
        className="control"
      />
      <span className="mt-1 block text-ink-faint text-xs">{zone}</span>
    </span>
  );
}

"use client";

import { type ReactNode, useState } from "react";
import { FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { type FieldSpec, type FormValues, initialValues, isShown, toBody } from "./field-spec";
import { SpecField } from "./spec-field";
import { useWrite, type Write } from "./use-write";

type SpecFormProps = {
  fields: readonly FieldSpec[];
  write: Write;
  submitLabel: string;
  /** Members that are sent as they are. */
  fixed?: Record<string, unknown>;
  onDone?: (answer: Record<string, unknown>) => void;
  /** In a dialog the buttons stand at its foot. */
  secondary?: ReactNode;
  columns?: 1 | 2;
  danger?: boolean;
};

/** Draws a form from its description, sends it, and puts the server's sentence at the field it names. */
export function SpecForm({
  fields,
  write,
  submitLabel,
  fixed,
  onDone,
  secondary,
  columns = 2,
  danger,
}: SpecFormProps) {
  const [values, setValues] = useState<FormValues>(() => initialValues(fields));
  const { submit, pending, fieldError, formError, clear } = useWrite(write, onDone);
  const shown = fields.filter((field) => isShown(field, values));
  const names = shown.flatMap(({ name }) => [name, name.split(".").at(-1) ?? name]);

  async function send() {
    await submit({ ...toBody(fields, values), ...fixed });
  }

  return (
    <ScriptForm onSend={send} className="flex flex-col gap-4">
      <div className={columns === 2 ? "grid gap-x-4 gap-y-4 sm:grid-cols-2" : "grid gap-4"}>
        {shown.map((spec) => (
          <SpecField
            key={spec.name}
            spec={columns === 1 ? { ...spec, wide: false } : spec}
            value={values[spec.name] ?? ""}
            error={fieldError(spec.name, spec.name.split(".").at(-1) ?? spec.name)}
            onChange={(value) => {
              clear();
              setValues((before) => ({ ...before, [spec.name]: value }));
            }}
          />
        ))}
      </div>
      <FieldError>{formError(...names)}</FieldError>
      <div className="flex flex-wrap justify-end gap-2">
        {secondary}
        <SubmitButton loading={pending} variant={danger ? "danger" : "primary"}>
          {submitLabel}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

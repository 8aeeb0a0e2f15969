"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { writeShopAmount } from "@/lib/core/money";
import type { Locale } from "@/messages/locales";
import { BothTexts } from "./both-texts";
import { DraftOffer } from "./draft-offer";
import {
  type FieldSpec,
  type FieldValue,
  type FormValues,
  isShown,
  sayValue,
  toBody,
  toChanges,
  toReplacement,
  withoutSecrets,
} from "./field-spec";
import { formFoot } from "./form-foot";
import { LanguageTabs } from "./language-tabs";
import { sumOfForm, useIsAsked, useMoneyLeft } from "./money-limit";
import { slugOf } from "./slug-of";
import { SpecField } from "./spec-field";
import { useFormDraft } from "./use-form-draft";
import { useUnsaved } from "./use-unsaved";
import { showFirstError, useWrite, type Write } from "./use-write";

type FormBody = Record<string, unknown>;

export type SpecFormProps = {
  fields: readonly FieldSpec[];
  write: Write;
  submitLabel: string;
  /** Members that are sent as they are. */
  fixed?: Record<string, unknown>;
  onDone?: (answer: Record<string, unknown>) => void;
  /** A button beside the one that sends. */
  secondary?: ReactNode;
  /** Tells a dialog that closing it would lose something. */
  onDirty?: (isDirty: boolean) => void;
  columns?: 1 | 2;
  danger?: boolean;
  /** Shows what sending would do, of a body that is null while something is missing; until it is known nothing can be sent. */
  preview?: ((body: FormBody | null, onKnown: (isKnown: boolean) => void) => ReactNode) | undefined;
};

/** A change carries what was read, so that two operators do not undo each other's. */
function bodyOf(write: Write, fields: readonly FieldSpec[], values: FormValues, saved: FormValues) {
  if (write.method === "PATCH") return toChanges(fields, values, saved);
  return write.method === "PUT" ? toReplacement(fields, values, saved) : toBody(fields, values);
}

/**
 * Names a form and its record; several forms may write parts of one. The number that makes a booking happen once is another one each
 * time.
 */
const formOf = (
  { method = "POST", path }: Write,
  fields: readonly FieldSpec[],
  { request_key: _, ...fixed }: Record<string, unknown> = {},
) => `${method} ${path} ${fields[0]?.name ?? ""} ${JSON.stringify(fixed)}`;

/** Drops passwords once they are sent. */
const withoutPasswords = (fields: readonly FieldSpec[], values: FormValues): FormValues => ({
  ...values,
  ...Object.fromEntries(fields.filter(({ kind }) => kind === "password").map(({ name }) => [name, ""])),
});

/** Draws a form from its description, sends it, and puts the server's sentence at the field it names. */
export function SpecForm({
  fields,
  write,
  submitLabel,
  fixed,
  onDone,
  secondary,
  onDirty,
  columns = 2,
  danger,
  preview,
}: SpecFormProps) {
  const t = useTranslations("admin.form");
  const form = useRef<HTMLFormElement>(null);
  const hasOwnAddress = useRef(false);
  const { submit, pending, problem, fieldError, formError, clear, askSecondPerson, isAboveLimit } = useWrite(
    write,
    onDone,
  );
  const { values, setValues, saved, setSaved, isDirty, offer, conflict, both } = useFormDraft(
    fields,
    problem,
    {
      form: formOf(write, fields, fixed),
      safe: (typed) => withoutSecrets(fields, typed),
    },
  );
  const [language, setLanguage] = useState<Locale | undefined>(undefined);
  const others = [...new Set(fields.flatMap((field) => field.language ?? []))];
  const shown = fields.filter((field) => isShown(field, values));
  const isFilled = shown.every(({ name, required }) => !required || values[name] !== "");
  const [isKnown, setIsKnown] = useState(preview === undefined);
  const names = shown.flatMap(({ name }) => [name, name.split(".").at(-1) ?? name]);
  // A refusal is shown where the refused field is.
  const [answered, setAnswered] = useState<unknown>(null);
  if (problem !== answered) {
    setAnswered(problem);
    const refused = problem ? fields.find(({ name }) => fieldError(name)) : undefined;
    if (refused) setLanguage(refused.language);
  }
  const left = useMoneyLeft();
  // Known before it is sent; what others have moved meanwhile the server tells.
  const isAsked = useIsAsked()(write.sum ?? sumOfForm(values, fixed)) && write.approval !== undefined;
  const isEdit = (write.method === "PATCH" || write.method === "PUT") && !secondary;
  useUnsaved(isDirty && !pending);
  useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    if (problem) showFirstError(form.current);
  }, [problem]);

  function change({ name, proposedFrom }: FieldSpec, value: FieldValue) {
    clear();
    setValues((before) => ({ ...before, [name]: value }));
    if (proposedFrom) hasOwnAddress.current = value !== "";
    const address = fields.find((field) => field.proposedFrom === name);
    if (address && saved[address.name] === "" && typeof value === "string")
      void propose(address.name, name, value);
  }

  /** An address from the title, unless one was typed or the title has changed again meanwhile. */
  async function propose(address: string, from: string, title: string) {
    const slug = await slugOf(title);
    setValues((before) =>
      hasOwnAddress.current || before[from] !== title ? before : { ...before, [address]: slug },
    );
  }

  async function ask() {
    if (await askSecondPerson({ ...bodyOf(write, fields, values, saved), ...fixed })) onDone?.({});
  }

  async function send() {
    if (isAsked) return ask();
    const sent = values;
    if (await submit({ ...bodyOf(write, fields, sent, saved), ...fixed })) {
      const kept = withoutPasswords(fields, sent);
      setSaved(kept);
      setValues((current) => (current === sent ? kept : current));
    }
  }

  return (
    <ScriptForm ref={form} onSend={send} className="flex flex-col gap-4">
      <DraftOffer offer={offer} />
      {others.length > 0 ? <LanguageTabs others={others} chosen={language} onChoose={setLanguage} /> : null}
      <div className={columns === 2 ? "grid gap-x-4 gap-y-4 sm:grid-cols-2" : "grid gap-4"}>
        {shown
          .filter((spec) => spec.language === language)
          .map((spec) => {
            const theirs = both.includes(spec.name) ? conflict?.theirs[spec.name] : undefined;
            const field = (
              <SpecField
                key={spec.name}
                spec={columns === 1 || theirs !== undefined ? { ...spec, wide: false } : spec}
                value={values[spec.name] ?? ""}
                error={fieldError(spec.name, spec.name.split(".").at(-1) ?? spec.name)}
                onChange={(value) => change(spec, value)}
              />
            );
            return theirs === undefined ? (
              field
            ) : (
              <BothTexts
                key={spec.name}
                theirs={sayValue(spec, theirs, { on: t("isOn"), off: t("isOff") })}
                onTake={() => change(spec, theirs)}
              >
                {field}
              </BothTexts>
            );
          })}
      </div>
      {preview?.(isFilled ? { ...toBody(fields, values), ...fixed } : null, setIsKnown)}
      <FieldError>{formError(...names)}</FieldError>
      {isAsked ? (
        <p className="rounded-md bg-sunken px-3 py-2 text-ink-muted text-sm">
          {t("aboveLimit", { left: writeShopAmount(left ?? "0") })}
        </p>
      ) : null}
      {isAboveLimit && !isAsked ? (
        <Button variant="secondary" className="self-start" onClick={() => void ask()}>
          {t("askSecond")}
        </Button>
      ) : null}
      <div className={formFoot}>
        {isEdit && isDirty ? (
          <>
            <span className="mr-auto text-ink-muted text-sm">{t("unsaved")}</span>
            <Button
              variant="secondary"
              onClick={() => {
                clear();
                setValues(saved);
              }}
            >
              {t("discard")}
            </Button>
          </>
        ) : null}
        {secondary}
        <SubmitButton
          loading={pending}
          disabled={(isEdit && !isDirty) || !isKnown}
          variant={danger && !isAsked ? "danger" : "primary"}
        >
          {isAsked ? t("askSecond") : submitLabel}
        </SubmitButton>
      </div>
    </ScriptForm>
  );
}

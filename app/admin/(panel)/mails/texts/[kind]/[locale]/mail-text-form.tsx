"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { BothTexts } from "@/components/admin/form/both-texts";
import { DraftOffer } from "@/components/admin/form/draft-offer";
import {
  type FieldSpec,
  type FieldValue,
  type FormValues,
  toBody,
  toReplacement,
} from "@/components/admin/form/field-spec";
import { SpecField } from "@/components/admin/form/spec-field";
import { useFormDraft } from "@/components/admin/form/use-form-draft";
import { useUnsaved } from "@/components/admin/form/use-unsaved";
import { showFirstError, useWrite } from "@/components/admin/form/use-write";
import { Problem } from "@/components/admin/later-problem";
import { Panel } from "@/components/admin/page-frame";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { mailParts } from "@/lib/notifications/texts/choices";
import type { MailPart, MailPreview, MailTextOut } from "@/lib/notifications/texts/schema";
import type { Told } from "@/messages/say-to-staff";

const rows: Partial<Record<MailPart, number>> = { lead: 5, closing: 3 };

function fieldsOf(text: MailTextOut, label: (part: MailPart) => string, none: string): FieldSpec[] {
  return mailParts.map((part) => {
    const common = {
      name: part,
      label: label(part),
      value: text[part],
      // Text that is sent while the field is empty.
      placeholder: text.standard[part] ?? none,
      empty: "null" as const,
      wide: true,
    };
    const height = rows[part];
    return height === undefined
      ? { ...common, kind: "text" as const }
      : { ...common, kind: "textarea" as const, rows: height };
  });
}

const partValues = (answer: Record<string, unknown>): FormValues =>
  Object.fromEntries(mailParts.map((part) => [part, String(answer[part] ?? "")]));

type MailTextFormProps = {
  text: MailTextOut;
  path: string;
  first: MailPreview;
  mayWrite: boolean;
  /** Mails leave this shop. */
  canSend: boolean;
};
type Tested = { sent: boolean; problem_rule: Told | null };

/** The parts of one mail beside the mail that they make. */
export function MailTextForm({ text, path, first, mayWrite, canSend }: MailTextFormProps) {
  const t = useTranslations("admin-system.mailTexts");
  const form = useTranslations("admin.form");
  const element = useRef<HTMLFormElement>(null);
  const fields = fieldsOf(text, (part) => t(`parts.${part}`), t("none"));
  const [shown, setShown] = useState(first);
  const save = useWrite({ path, method: "PUT", success: form("saved") }, (answer) => {
    setValues(partValues(answer));
    setSaved(partValues(answer));
  });
  const {
    values,
    setValues,
    saved: stored,
    setSaved,
    isDirty,
    offer,
    conflict,
    both,
  } = useFormDraft(fields, save.problem, mayWrite ? { form: path } : null);
  // The mail of the stored text, as long as nobody has asked for another one.
  const fresh = JSON.stringify(first);
  const [known, setKnown] = useState(fresh);
  if (fresh !== known) {
    setKnown(fresh);
    if (!isDirty) setShown(first);
  }
  const preview = useWrite<MailPreview>({ path: `${path}/preview` }, setShown);
  const [tested, setTested] = useState<Tested | null>(null);
  const test = useWrite<Tested>({ path: `${path}/send` }, setTested);
  const writes = [save, preview, test];
  const { problem } = writes.find((write) => write.problem) ?? save;
  useUnsaved(isDirty && !save.pending);
  useEffect(() => {
    if (problem) showFirstError(element.current);
  }, [problem]);

  const firstOf = (read: (write: typeof save) => string | undefined) =>
    writes.map(read).find((said) => said !== undefined);

  const clear = () => {
    for (const write of writes) write.clear();
    setTested(null);
  };

  async function send() {
    clear();
    await save.submit(toReplacement(fields, values, stored));
  }

  async function look() {
    clear();
    await preview.submit(toBody(fields, values));
  }

  async function sendToMe() {
    clear();
    await test.submit(toBody(fields, values));
  }

  return (
    <div className="grid items-start gap-4 xl:grid-cols-2">
      <Panel title={t("edit")} description={t("editText")}>
        <ScriptForm ref={element} onSend={send} className="flex flex-col gap-4">
          <DraftOffer offer={offer} />
          <fieldset disabled={!mayWrite} className="grid min-w-0 gap-4">
            {fields.map((spec) => {
              const change = (value: FieldValue) => {
                clear();
                setValues((before) => ({ ...before, [spec.name]: value }));
              };
              const theirs = both.includes(spec.name) ? String(conflict?.theirs[spec.name] ?? "") : null;
              const field = (
                <SpecField
                  key={spec.name}
                  spec={{ ...spec, wide: false }}
                  value={values[spec.name] ?? ""}
                  error={firstOf((write) => write.fieldError(spec.name))}
                  onChange={change}
                />
              );
              return theirs === null ? (
                field
              ) : (
                <BothTexts key={spec.name} theirs={theirs} onTake={() => change(theirs)}>
                  {field}
                </BothTexts>
              );
            })}
          </fieldset>
          <section aria-label={t("placeholders")} className="rounded-md bg-sunken p-3 text-sm">
            <h3 className="mb-1.5 font-medium text-xs">{t("placeholders")}</h3>
            <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
              {text.placeholders.map((name) => (
                <div key={name} className="contents">
                  <dt className="font-mono text-xs">{`{${name}}`}</dt>
                  <dd className="min-w-0 text-ink-muted text-xs">{t(`names.${name}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
          <FieldError>{firstOf((write) => write.formError(...mailParts))}</FieldError>
          <div className="flex flex-wrap items-center justify-end gap-2">
            {isDirty ? (
              <Button
                variant="ghost"
                onClick={() => {
                  clear();
                  setValues(stored);
                  setShown(first);
                }}
              >
                {form("discard")}
              </Button>
            ) : null}
            <Button variant="secondary" loading={preview.pending} onClick={() => void look()}>
              {t("show")}
            </Button>
            {mayWrite ? (
              <SubmitButton loading={save.pending} disabled={!isDirty}>
                {form("save")}
              </SubmitButton>
            ) : null}
          </div>
        </ScriptForm>
      </Panel>
      <Panel
        title={t("preview")}
        description={t("previewText")}
        actions={
          mayWrite && canSend ? (
            <Button variant="secondary" size="sm" loading={test.pending} onClick={() => void sendToMe()}>
              {t("send")}
            </Button>
          ) : null
        }
      >
        <p
          aria-live="polite"
          className={tested?.sent ? "text-ok text-sm" : "break-words text-danger text-sm"}
        >
          {tested?.sent ? t("sent") : tested?.problem_rule ? <Problem told={tested.problem_rule} /> : null}
        </p>
        <p className="mb-3 break-words text-sm">
          <span className="text-ink-muted">{t("parts.subject")}: </span>
          <span className="font-medium">{shown.subject}</span>
        </p>
        <Tabs defaultValue="html">
          <TabsList aria-label={t("preview")}>
            <TabsTrigger value="html">{t("html")}</TabsTrigger>
            <TabsTrigger value="text">{t("text")}</TabsTrigger>
          </TabsList>
          <TabsContent value="html">
            <iframe
              title={t("html")}
              sandbox=""
              srcDoc={shown.html}
              className="h-[60vh] w-full rounded-md border border-line bg-white"
            />
          </TabsContent>
          <TabsContent value="text">
            <pre className="max-h-[60vh] overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-4 font-mono text-sm">
              {shown.text}
            </pre>
          </TabsContent>
        </Tabs>
      </Panel>
    </div>
  );
}

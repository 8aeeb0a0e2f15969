"use client";

import { CircleCheck, LifeBuoy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { Textarea } from "@/components/ui/textarea";

type ProblemReportProps = { email: string | null; onReport: (text: string) => Promise<void> };

/** The way to the operator from where the buyer sees that something is wrong. */
export function ProblemReport({ email, onReport }: ProblemReportProps) {
  const t = useTranslations("order.problem");
  const common = useTranslations("common");
  const [state, setState] = useState<"closed" | "open" | "sent">("closed");
  const [text, setText] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    await onReport(text.trim());
    setState("sent");
  });
  if (state === "sent")
    return (
      <p role="status" className="flex items-start gap-2 rounded-lg bg-ok-soft px-4 py-3 text-ok text-sm">
        <CircleCheck className="mt-0.5 size-4 shrink-0" aria-hidden />
        <span className="break-words">{t("sent", { email: email ?? "" })}</span>
      </p>
    );
  if (state === "closed")
    return (
      <Button variant="link" size="bare" className="min-h-11 self-start" onClick={() => setState("open")}>
        <LifeBuoy className="size-4" aria-hidden />
        {t("open")}
      </Button>
    );
  return (
    <ScriptForm
      onSend={() => submit()}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5"
    >
      <h2 className="text-base">{t("open")}</h2>
      <Field
        label={t("label")}
        hint={t("hint", { email: email ?? "" })}
        required
        error={fieldError("text") ?? formError("text")}
      >
        <Textarea
          value={text}
          maxLength={2000}
          rows={4}
          // The reader has just pressed the button that opened it.
          autoFocus
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <SubmitButton loading={pending} disabled={text.trim().length < 3}>
          {t("send")}
        </SubmitButton>
        <Button variant="ghost" onClick={() => setState("closed")}>
          {common("cancel")}
        </Button>
      </div>
    </ScriptForm>
  );
}

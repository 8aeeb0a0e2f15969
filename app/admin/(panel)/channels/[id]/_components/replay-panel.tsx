"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Field, FieldError } from "@/components/ui/field";
import { SubmitButton } from "@/components/ui/script-form";
import { Textarea } from "@/components/ui/textarea";
import { nameAmount } from "@/lib/core/money";
import type { Replay } from "@/lib/payments/events/replay-schema";

const code =
  "max-h-40 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2 font-mono text-xs";

function Difference({ answer }: { answer: Replay }) {
  const t = useTranslations("admin-money.channels.replay");
  if (answer.is_same) return <p className="text-ok">{t("same")}</p>;
  if (!answer.difference) return null;
  const { at, ours, theirs } = answer.difference;
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-danger">{t("differs", { at: at + 1 })}</p>
      <p className={code}>{t("ours", { text: ours })}</p>
      <p className={code}>{t("theirs", { text: theirs })}</p>
    </div>
  );
}

function Answer({ answer }: { answer: Replay }) {
  const t = useTranslations("admin-money.channels.replay");
  const reasons = useTranslations("admin-money.notices.reasons");
  const reason = answer.reason as "signature";
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className={`font-medium ${answer.is_proved ? "text-ok" : "text-danger"}`}>
        {answer.is_proved
          ? t("proved")
          : reasons.has(reason)
            ? reasons(reason)
            : t("refused", { reason: answer.reason ?? "" })}
      </p>
      {answer.notification ? (
        <p>
          {t(answer.notification.is_paid ? "paid" : "notPaid", {
            no: answer.notification.payment_no,
            amount: nameAmount(answer.notification.amount, answer.notification.currency),
            status: answer.notification.status,
          })}
        </p>
      ) : null}
      {answer.suggestion ? <p className="text-ok">{t("suggestion", { change: answer.suggestion })}</p> : null}
      {answer.signed_text === null ? null : (
        <div>
          <p className="mb-1 text-ink-muted text-xs">{t("signedText")}</p>
          <p className={code}>{answer.signed_text || t("empty")}</p>
        </div>
      )}
      {answer.signature ? (
        <div>
          <p className="mb-1 text-ink-muted text-xs">{t("signature")}</p>
          <p className={code}>{answer.signature}</p>
        </div>
      ) : null}
      <Difference answer={answer} />
    </div>
  );
}

/** Tries a pasted notification on the stored settings. */
export function ReplayPanel({ channelId }: { channelId: number }) {
  const t = useTranslations("admin-money.channels.replay");
  const [answer, setAnswer] = useState<Replay | null>(null);
  const { submit, pending, formError } = useWrite<Replay>(
    { path: `/admin/payment-channels/${channelId}/replay` },
    setAnswer,
  );
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const theirs = String(form.get("theirs") ?? "").trim();
    void submit({ message: String(form.get("message") ?? ""), ...(theirs ? { theirs } : {}) });
  }
  return (
    <form method="post" onSubmit={send} className="flex flex-col gap-3">
      <Field label={t("message")} hint={t("messageHint")} required>
        <Textarea name="message" rows={4} required className="font-mono text-xs" />
      </Field>
      <Field label={t("theirsLabel")} hint={t("theirsHint")}>
        <Textarea name="theirs" rows={2} className="font-mono text-xs" />
      </Field>
      <SubmitButton variant="secondary" size="sm" className="self-start" loading={pending}>
        {t("try")}
      </SubmitButton>
      <FieldError>{formError()}</FieldError>
      <div aria-live="polite">{answer ? <Answer answer={answer} /> : null}</div>
    </form>
  );
}

"use client";

import { Hourglass, type LucideIcon, MailCheck, MailWarning, MailX, Save } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import type { OrderMailOut } from "@/lib/checkout/schema";

const icons: Record<OrderMailOut["state"], LucideIcon> = {
  none: Hourglass,
  waiting: Hourglass,
  delayed: MailWarning,
  sent: MailCheck,
  refused: MailX,
  failed: MailX,
  off: Save,
};

/** Mails with what was bought in them; the others tell how the order stands. */
const withGoods = new Set(["order_delivered", "order_secret_changed", "order_new_version"]);

const textOf = ({ state, kind }: OrderMailOut) => {
  if (state !== "sent" && state !== "waiting") return state;
  return kind !== null && withGoods.has(kind) ? state : (`${state}Notice` as const);
};

type MailNoteProps = { mail: OrderMailOut; hasKeys: boolean; onResend: (email?: string) => Promise<void> };

/** The truth about the mail, and what can be done about it. */
export function MailNote({ mail, hasKeys, onResend }: MailNoteProps) {
  const t = useTranslations("order.mail");
  const [isChanging, setChanging] = useState(false);
  const [wasChanging, setWasChanging] = useState(false);
  const [isSent, setSent] = useState(false);
  const again = useSubmit(async () => {
    await onResend();
    setSent(true);
  });
  const text = textOf(mail);
  if (text === "none" || (mail.state === "off" && !hasKeys)) return null;
  const Icon = icons[mail.state];
  const isBad = mail.state === "refused" || mail.state === "failed" || mail.state === "delayed";
  return (
    <section
      aria-label={t("title")}
      className={cx(
        "flex items-start gap-3 rounded-lg border px-4 py-3 text-sm print:hidden",
        isBad ? "border-transparent bg-warn-soft text-warn" : "border-line bg-surface text-ink-muted",
      )}
    >
      <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        <p role="status" className="break-words">
          {t(text, { email: mail.email ?? "" })}
        </p>
        {mail.can_resend && !isChanging ? (
          <p className="mt-1 flex flex-wrap gap-x-4">
            <Button
              variant="link"
              size="bare"
              className="min-h-9 text-sm"
              loading={again.pending}
              onClick={() => again.submit()}
            >
              {isSent ? t("againDone") : t("again")}
            </Button>
            {mail.can_change_email ? (
              <Button
                variant="link"
                size="bare"
                className="min-h-9 text-sm"
                autoFocus={wasChanging}
                onClick={() => {
                  setWasChanging(true);
                  setChanging(true);
                }}
              >
                {t("change")}
              </Button>
            ) : null}
          </p>
        ) : null}
        <FieldError>{again.formError()}</FieldError>
        {isChanging ? (
          <OtherAddress
            onSend={async (email) => {
              await onResend(email);
              setChanging(false);
              setSent(true);
            }}
            onClose={() => setChanging(false)}
          />
        ) : null}
      </div>
    </section>
  );
}

type OtherAddressProps = { onSend: (email: string) => Promise<void>; onClose: () => void };

function OtherAddress({ onSend, onClose }: OtherAddressProps) {
  const t = useTranslations("order.mail");
  const common = useTranslations("common");
  const [email, setEmail] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(() => onSend(email.trim()));
  return (
    <ScriptForm onSend={() => submit()} className="mt-2 flex flex-col gap-2 text-ink">
      <Field label={t("newAddress")} required error={fieldError("email") ?? formError("email")}>
        <Input
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          // The reader has just pressed the button that opened it.
          autoFocus
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <SubmitButton loading={pending} disabled={!email.trim()}>
          {t("send")}
        </SubmitButton>
        <Button variant="ghost" onClick={onClose}>
          {common("cancel")}
        </Button>
      </div>
    </ScriptForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field } from "@/components/ui/field";
import type { CaptchaConfig } from "../captcha-field";
import { useCaptcha } from "./use-captcha";

/** A shop that sends no mails keeps the code in its outbox, where its staff can read it. */
export type ShopMail = { sends: boolean; contact: string | null };

type CodeFieldProps = {
  email: string;
  mail: ShopMail;
  purpose: "register" | "reset" | "change_email";
  captcha: CaptchaConfig | null;
  value: string;
  error?: string;
  onChange: (code: string) => void;
};

type CodeSent = { resend_after: number; expires_in: number };

/** Sends the code and takes it. The answer never tells whether the address is known, and neither do we. */
export function CodeField(props: CodeFieldProps) {
  const { email, mail, purpose, captcha: given, value, error, onChange } = props;
  const t = useTranslations("common.emailCode");
  const captcha = useCaptcha(purpose === "reset" ? "forgot" : "send_code", given);
  const [wait, setWait] = useState(0);
  const [sent, setSent] = useState<{ to: string; minutes: number } | null>(null);

  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    try {
      const to = email.trim();
      const answer = await api<Partial<CodeSent>>(
        purpose === "reset" ? "/auth/password/forgot" : "/auth/email/send-code",
        {
          body: { email: to, ...(purpose === "reset" ? {} : { purpose }), ...captcha.body },
        },
      );
      setWait(answer.resend_after ?? 60);
      setSent({ to, minutes: Math.max(1, Math.round((answer.expires_in ?? 600) / 60)) });
      captcha.used();
    } catch (problem) {
      captcha.used(problem);
      throw problem;
    }
  });

  // The wait is the address's: another one can have its code at once.
  const isSame = sent?.to === email.trim();
  const mustWait = isSame && wait > 0;
  const label = mustWait
    ? t("wait", { seconds: wait })
    : isSame
      ? t(mail.sends ? "again" : "makeAgain")
      : t(mail.sends ? "send" : "make");
  const { contact } = mail;
  const fromShop = contact ? t("fromShopBy", { contact }) : t("fromShop");
  // Only a person with an account can have forgotten their password.
  const [sentTo, made] =
    purpose === "reset" ? (["sentIfKnown", "madeIfKnown"] as const) : (["sentTo", "made"] as const);
  const hint = mail.sends
    ? sent && `${t(sentTo, { email: sent.to })} ${t("hint", { minutes: sent.minutes })}`
    : sent
      ? `${t(made, { email: sent.to, minutes: sent.minutes })} ${fromShop}`
      : `${t("noMail")} ${fromShop}`;
  return (
    <>
      {captcha.field(fieldError("captcha", "captcha.captcha_code"))}
      <Field
        label={t(mail.sends ? "label" : "labelNoMail")}
        required
        error={error ?? fieldError("email") ?? formError("email", "captcha", "captcha.captcha_code")}
        hint={hint ?? undefined}
      >
        <div className="flex gap-2">
          <CodeInput kind="digits" className="min-w-0 flex-1" value={value} onChange={onChange} />
          <Button
            variant="secondary"
            className="shrink-0"
            loading={pending}
            disabled={mustWait || !/^\S+@\S+\.\S+$/.test(email.trim())}
            onClick={() => submit()}
          >
            {label}
          </Button>
        </div>
      </Field>
    </>
  );
}

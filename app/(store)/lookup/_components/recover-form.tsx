"use client";

import { MailCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import type { CaptchaAnswer, CaptchaConfig } from "@/components/store/captcha-field";
import { LazyCaptcha } from "@/components/store/lazy-captcha";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

/** The server answers the same for a known and an unknown address, and the page shows the same. */
export function RecoverForm({ orderNo: given, captcha }: { orderNo: string; captcha: CaptchaConfig | null }) {
  const t = useTranslations();
  const locale = useLocale();
  const [email, setEmail] = useState("");
  const [orderNo, setOrderNo] = useState(given);
  const [answer, setAnswer] = useState<CaptchaAnswer | null>(null);
  const [round, setRound] = useState(0);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    await api("/guest/orders/recover", {
      body: {
        email: email.trim(),
        ...(orderNo.trim() ? { order_no: orderNo.trim() } : {}),
        ...(answer ? { captcha: answer } : {}),
        locale,
      },
    });
    setSentTo(email.trim());
  });

  async function send() {
    if (!(await submit())) {
      setRound((count) => count + 1);
      setAnswer(null);
    }
  }

  if (sentTo) {
    return (
      <section role="status" className="mt-6 rounded-xl border border-line bg-surface p-6 text-center">
        <MailCheck className="mx-auto size-10 text-pine" strokeWidth={1.5} aria-hidden />
        <h2 className="mt-3 text-xl">{t("order.lookup.sentTitle")}</h2>
        <p className="mt-1.5 break-words text-ink-muted">{t("order.lookup.sentText", { email: sentTo })}</p>
        <Button variant="secondary" className="mt-5" onClick={() => setSentTo(null)}>
          {t("order.lookup.again")}
        </Button>
      </section>
    );
  }

  return (
    <ScriptForm
      onSend={send}
      className="mt-6 flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 sm:p-6"
    >
      <Field
        label={t("order.lookup.email")}
        hint={t("order.lookup.emailHint")}
        required
        error={fieldError("email")}
      >
        <Input
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field
        label={t("order.lookup.orderNo")}
        optional={t("common.optional")}
        hint={t("order.lookup.orderNoHint")}
        error={fieldError("order_no")}
      >
        <Input
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          value={orderNo}
          onChange={(event) => setOrderNo(event.target.value)}
        />
      </Field>
      {captcha ? (
        <LazyCaptcha
          config={captcha}
          scene="guest_recover"
          round={round}
          error={fieldError("captcha", "captcha.captcha_code")}
          onChange={setAnswer}
        />
      ) : null}
      <FieldError>{formError("email", "order_no", "captcha")}</FieldError>
      <SubmitButton size="lg" loading={pending}>
        {t("order.lookup.send")}
      </SubmitButton>
    </ScriptForm>
  );
}

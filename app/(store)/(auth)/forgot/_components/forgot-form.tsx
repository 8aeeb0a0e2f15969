"use client";

import { CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { AuthCard } from "@/components/store/auth/auth-card";
import type { ShopMail } from "@/components/store/auth/code-field";
import { MailedCode, RestError } from "@/components/store/auth/mailed-code";
import { PasswordInput } from "@/components/store/auth/password-input";
import { onTheWayTo } from "@/components/store/auth/return-path";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { buttonClass } from "@/components/ui/button-class";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

type ForgotFormProps = { next: string; captcha: CaptchaConfig | null; mail: ShopMail };

export function ForgotForm({ next, captcha, mail }: ForgotFormProps) {
  const t = useTranslations();
  const [values, setValues] = useState({ email: "", code: "", password: "" });
  const [done, setDone] = useState(false);
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));

  const form = useSubmit(async () => {
    await api("/auth/password/forgot", {
      body: { email: values.email.trim(), code: values.code, new_password: values.password },
    });
    setDone(true);
  });

  if (done) {
    return (
      <div role="status" className="rounded-xl border border-line bg-surface p-8 text-center">
        <CircleCheck className="mx-auto size-12 text-ok" strokeWidth={1.5} aria-hidden />
        <h1 className="mt-3 text-2xl">{t("auth.forgot.doneTitle")}</h1>
        <p className="mt-1.5 text-ink-muted">{t("auth.forgot.doneText")}</p>
        <Link href={onTheWayTo("/login", next)} className={buttonClass("primary", "lg", "mt-6")}>
          {t("auth.login.submit")}
        </Link>
      </div>
    );
  }
  return (
    <AuthCard
      title={t("auth.forgot.title")}
      lead={t(mail.sends ? "auth.forgot.lead" : "auth.forgot.leadNoMail")}
      footer={
        <Link
          href={onTheWayTo("/login", next)}
          className="font-medium text-pine underline underline-offset-4"
        >
          {t("auth.forgot.back")}
        </Link>
      }
    >
      <ScriptForm className="flex flex-col gap-4" onSend={() => form.submit()}>
        <MailedCode
          label={t("auth.email")}
          mail={mail}
          purpose="reset"
          captcha={captcha}
          form={form}
          values={values}
          onChange={set}
        />
        <Field
          label={t("auth.newPassword")}
          required
          hint={t("auth.passwordHint")}
          error={form.fieldError("new_password", "password")}
        >
          <PasswordInput
            autoComplete="new-password"
            value={values.password}
            onChange={(event) => set({ password: event.target.value })}
          />
        </Field>
        <RestError form={form} fields={["email", "code", "new_password", "password"]} />
        <SubmitButton
          size="lg"
          loading={form.pending}
          disabled={!values.email.trim() || values.code.length !== 6 || !values.password}
        >
          {t("auth.forgot.submit")}
        </SubmitButton>
      </ScriptForm>
    </AuthCard>
  );
}

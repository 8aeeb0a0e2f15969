"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { AuthCard } from "@/components/store/auth/auth-card";
import type { ShopMail } from "@/components/store/auth/code-field";
import { enter } from "@/components/store/auth/enter";
import { MailedCode, RestError } from "@/components/store/auth/mailed-code";
import { OpenAccount } from "@/components/store/auth/open-account";
import { PasswordInput } from "@/components/store/auth/password-input";
import { OrLine, ProviderList } from "@/components/store/auth/provider-list";
import { onTheWayTo } from "@/components/store/auth/return-path";
import { signUp } from "@/components/store/auth/session";
import { useCaptcha } from "@/components/store/auth/use-captcha";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { ScriptForm } from "@/components/ui/script-form";
import type { LoginProvider } from "@/lib/accounts/identities/schema";

type RegisterFormProps = {
  next: string;
  mail: ShopMail;
  captcha: CaptchaConfig | null;
  codeCaptcha: CaptchaConfig | null;
  providers: readonly LoginProvider[];
};

const fields = ["email", "code", "password", "nickname", "captcha", "captcha.captcha_code"];

export function RegisterForm({ next, mail, captcha: given, codeCaptcha, providers }: RegisterFormProps) {
  const t = useTranslations();
  const captcha = useCaptcha("register", given);
  const [values, setValues] = useState({ email: "", code: "", password: "", nickname: "" });
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));

  const form = useSubmit(async () => {
    try {
      const { nickname, ...rest } = values;
      await signUp({
        ...rest,
        email: values.email.trim(),
        ...(nickname.trim() ? { nickname: nickname.trim() } : {}),
        ...captcha.body,
      });
      await enter(next);
    } catch (cause) {
      captcha.used(cause);
      throw cause;
    }
  });

  return (
    <AuthCard
      title={t("auth.register.title")}
      lead={t("auth.register.lead")}
      footer={
        <p>
          {t("auth.register.have")}{" "}
          <Link
            href={onTheWayTo("/login", next)}
            className="font-medium text-pine underline underline-offset-4"
          >
            {t("auth.register.login")}
          </Link>
          {mail.sends ? null : <span className="mt-1 block">{t("auth.login.guest")}</span>}
        </p>
      }
    >
      <ScriptForm className="flex flex-col gap-4" onSend={() => form.submit()}>
        <MailedCode
          label={t("auth.email")}
          mail={mail}
          purpose="register"
          captcha={codeCaptcha}
          form={form}
          values={values}
          onChange={set}
        />
        <Field
          label={t("auth.password")}
          required
          hint={t("auth.passwordHint")}
          error={form.fieldError("password")}
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            value={values.password}
            onChange={(event) => set({ password: event.target.value })}
          />
        </Field>
        <Field label={t("auth.nickname")} optional={t("common.optional")} error={form.fieldError("nickname")}>
          <Input
            autoComplete="nickname"
            maxLength={40}
            value={values.nickname}
            onChange={(event) => set({ nickname: event.target.value })}
          />
        </Field>
        {captcha.field(form.fieldError("captcha", "captcha.captcha_code"))}
        <RestError form={form} fields={fields} />
        <OpenAccount
          label={t("auth.register.submit")}
          pending={form.pending}
          values={values}
          isReady={values.password !== ""}
        />
      </ScriptForm>
      {providers.length > 0 ? (
        <div className="mt-5 flex flex-col gap-3">
          <OrLine />
          <ProviderList providers={providers} next={next} />
        </div>
      ) : null}
    </AuthCard>
  );
}

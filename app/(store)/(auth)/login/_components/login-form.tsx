"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { AuthCard } from "@/components/store/auth/auth-card";
import { enter } from "@/components/store/auth/enter";
import { PasswordInput } from "@/components/store/auth/password-input";
import { onTheWayTo } from "@/components/store/auth/return-path";
import { logIn } from "@/components/store/auth/session";
import { useCaptcha } from "@/components/store/auth/use-captcha";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import type { LoginProvider } from "@/lib/accounts/identities/schema";
import { OtherWays } from "./other-ways";
import { TotpForm } from "./totp-form";

type LoginFormProps = {
  next: string;
  captcha: CaptchaConfig | null;
  hasRegistration: boolean;
  passkeysAreLikely: boolean;
  providers: readonly LoginProvider[];
  /** Sentence about a log-in by a provider that led nowhere. */
  problem: string | null;
};

export function LoginForm(props: LoginFormProps) {
  const { next, captcha: given, hasRegistration, passkeysAreLikely, providers, problem } = props;
  const t = useTranslations("auth");
  const captcha = useCaptcha("login", given);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [challenge, setChallenge] = useState<string | null>(null);

  const { submit, pending, fieldError, formError } = useSubmit(
    async () => {
      try {
        const result = await logIn({ email: email.trim(), password, ...captcha.body });
        if (result.challenge) setChallenge(result.challenge);
        else await enter(next);
      } catch (problem) {
        captcha.used(problem);
        throw problem;
      }
    },
    { "401": t("login.wrong") },
  );

  if (challenge) {
    return (
      <TotpForm
        challenge={challenge}
        next={next}
        onRestart={() => {
          setChallenge(null);
          setPassword("");
        }}
      />
    );
  }

  return (
    <AuthCard
      title={t("login.title")}
      lead={t("login.lead")}
      footer={
        <>
          {hasRegistration ? (
            <p>
              {t("login.noAccount")}{" "}
              <Link
                href={onTheWayTo("/register", next)}
                className="font-medium text-pine underline underline-offset-4"
              >
                {t("login.register")}
              </Link>
            </p>
          ) : null}
          <p className="mt-1.5">{t("login.guest")}</p>
        </>
      }
    >
      {problem ? (
        <p role="alert" className="mb-5 rounded-md bg-warn-soft px-3.5 py-3 text-sm text-warn">
          {problem}
        </p>
      ) : null}
      <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
        <Field label={t("email")} required error={fieldError("email")}>
          <Input
            type="email"
            name="email"
            autoComplete="username webauthn"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t("password")} required error={fieldError("password")}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Link
          href={onTheWayTo("/forgot", next)}
          className="-mt-2 inline-flex min-h-8 items-center self-end text-pine text-sm hover:underline"
        >
          {t("login.forgot")}
        </Link>
        {captcha.field(fieldError("captcha", "captcha.captcha_code"))}
        <FieldError>{formError("email", "password", "captcha", "captcha.captcha_code")}</FieldError>
        <SubmitButton size="lg" loading={pending}>
          {t("login.submit")}
        </SubmitButton>
      </ScriptForm>
      <OtherWays passkeysAreLikely={passkeysAreLikely} providers={providers} next={next} />
    </AuthCard>
  );
}

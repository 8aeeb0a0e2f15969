"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { CodeField } from "@/components/store/auth/code-field";
import { PasswordInput } from "@/components/store/auth/password-input";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

const empty = { email: "", code: "", password: "", factor: "" };

export function EmailForm({ captcha, asksFactor }: { captcha: CaptchaConfig | null; asksFactor: boolean }) {
  const t = useTranslations();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const [values, setValues] = useState(empty);
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const { submit, pending, problem, fieldError, formError } = useSubmit(async () => {
    const { factor, email, ...proofs } = values;
    const isApp = /^\d{6}$/.test(factor.trim());
    const second = asksFactor ? { [isApp ? "totp_code" : "recovery_code"]: factor.trim() } : {};
    await api("/me/email", { method: "PUT", body: { ...proofs, ...second, email: email.trim() } });
    setValues(empty);
    setOpen(false);
    setDone(true);
    router.refresh();
  });
  const codeRefused = problem?.code === 40002;

  if (!isOpen) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {t("account.profile.emailChange")}
        </Button>
        <span role="status" className="text-ok text-sm">
          {isDone ? t("account.profile.emailDone") : null}
        </span>
      </div>
    );
  }
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field label={t("account.profile.emailNew")} required error={fieldError("email")}>
        <Input
          type="email"
          autoComplete="email"
          maxLength={254}
          value={values.email}
          onChange={(event) => set({ email: event.target.value })}
        />
      </Field>
      <CodeField
        email={values.email}
        purpose="change_email"
        captcha={captcha}
        value={values.code}
        error={codeRefused ? t("common.error.code.40002") : fieldError("code")}
        onChange={(code) => set({ code })}
      />
      <Field label={t("account.security.oldPassword")} required error={fieldError("password")}>
        <PasswordInput
          autoComplete="current-password"
          value={values.password}
          onChange={(event) => set({ password: event.target.value })}
        />
      </Field>
      {asksFactor ? (
        <Field
          label={t("account.profile.emailFactor")}
          required
          error={fieldError("totp_code") ?? fieldError("recovery_code")}
        >
          <Input
            autoComplete="one-time-code"
            maxLength={24}
            value={values.factor}
            onChange={(event) => set({ factor: event.target.value })}
          />
        </Field>
      ) : null}
      <FieldError>
        {codeRefused ? undefined : formError("email", "code", "password", "totp_code", "recovery_code")}
      </FieldError>
      <div className="flex gap-2">
        <SubmitButton
          loading={pending}
          disabled={
            values.code.length !== 6 || !values.password || (asksFactor && values.factor.trim().length < 6)
          }
        >
          {t("account.profile.emailChange")}
        </SubmitButton>
        <Button variant="ghost" onClick={() => setOpen(false)}>
          {t("common.cancel")}
        </Button>
      </div>
    </ScriptForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { CodeField, type ShopMail } from "@/components/store/auth/code-field";
import { enter } from "@/components/store/auth/enter";
import { PasswordInput } from "@/components/store/auth/password-input";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

type FirstPasswordFormProps = { email: string; captcha: CaptchaConfig | null; mail: ShopMail };

/** Every session ends with a new password, this one too: the log-in page is next. */
export function FirstPasswordForm({ email, captcha, mail }: FirstPasswordFormProps) {
  const t = useTranslations("account.security");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    await api("/auth/password/forgot", { body: { email, code, new_password: password } });
    await enter("/login?next=%2Faccount%2Fsecurity");
  });
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <CodeField
        email={email}
        mail={mail}
        purpose="reset"
        captcha={captcha}
        value={code}
        error={fieldError("code")}
        onChange={setCode}
      />
      <Field label={t("newPassword")} required error={fieldError("new_password")}>
        <PasswordInput
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <FieldError>{formError("code", "new_password")}</FieldError>
      <SubmitButton loading={pending} disabled={code.length !== 6 || !password} className="self-start">
        {t("firstSubmit")}
      </SubmitButton>
    </ScriptForm>
  );
}

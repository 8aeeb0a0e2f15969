"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import type { ShopMail } from "@/components/store/auth/code-field";
import { MailedCode, RestError } from "@/components/store/auth/mailed-code";
import { PasswordInput } from "@/components/store/auth/password-input";
import type { CaptchaConfig } from "@/components/store/captcha-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

const empty = { email: "", code: "", password: "", factor: "" };

type EmailFormProps = { captcha: CaptchaConfig | null; mail: ShopMail; asksFactor: boolean };

export function EmailForm({ captcha, mail, asksFactor }: EmailFormProps) {
  const t = useTranslations();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const [values, setValues] = useState(empty);
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }));
  const form = useSubmit(async () => {
    const { factor, email, ...proofs } = values;
    const isApp = /^\d{6}$/.test(factor.trim());
    const second = asksFactor ? { [isApp ? "totp_code" : "recovery_code"]: factor.trim() } : {};
    await api("/me/email", { method: "PUT", body: { ...proofs, ...second, email: email.trim() } });
    setValues(empty);
    setOpen(false);
    setDone(true);
    router.refresh();
  });

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
    <ScriptForm className="flex flex-col gap-4" onSend={() => form.submit()}>
      <MailedCode
        label={t("account.profile.emailNew")}
        mail={mail}
        purpose="change_email"
        captcha={captcha}
        form={form}
        values={values}
        onChange={set}
      />
      <Field label={t("account.security.oldPassword")} required error={form.fieldError("password")}>
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
          error={form.fieldError("totp_code") ?? form.fieldError("recovery_code")}
        >
          <Input
            autoComplete="one-time-code"
            maxLength={24}
            value={values.factor}
            onChange={(event) => set({ factor: event.target.value })}
          />
        </Field>
      ) : null}
      <RestError form={form} fields={["email", "code", "password", "totp_code", "recovery_code"]} />
      <div className="flex gap-2">
        <SubmitButton
          loading={form.pending}
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

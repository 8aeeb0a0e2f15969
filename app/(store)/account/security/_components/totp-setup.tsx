"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { PasswordInput } from "@/components/store/auth/password-input";
import { SecretToScan, type TotpSetup as Setup } from "@/components/store/auth/second-factor";
import { CodeInput } from "@/components/ui/code-input";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

export function TotpSetup({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const [setup, setSetup] = useState<Setup | null>(null);
  return setup ? <ScanStep setup={setup} onCodes={onCodes} /> : <PasswordStep onSetup={setSetup} />;
}

function PasswordStep({ onSetup }: { onSetup: (setup: Setup) => void }) {
  const t = useTranslations("account.security");
  const [password, setPassword] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    onSetup(await api<Setup>("/me/totp/setup", { body: { password } }));
  });
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field label={t("step1")} required error={fieldError("password") ?? formError("password")}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <SubmitButton loading={pending} disabled={!password}>
        {t("continue")}
      </SubmitButton>
    </ScriptForm>
  );
}

function ScanStep({ setup, onCodes }: { setup: Setup; onCodes: (codes: string[]) => void }) {
  const t = useTranslations("account.security");
  const [code, setCode] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    const answer = await api<{ recovery_codes: string[] }>("/me/totp/enable", { body: { code } });
    onCodes(answer.recovery_codes);
  });
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <p className="text-sm">{t("step2")}</p>
      <SecretToScan setup={setup} alt={t("qrAlt")} text={t("step2Text")} />
      <Field label={t("step3")} required error={fieldError("code")}>
        <CodeInput kind="digits" value={code} onChange={setCode} />
      </Field>
      <FieldError>{formError("code")}</FieldError>
      <SubmitButton loading={pending} disabled={code.length !== 6}>
        {t("enable")}
      </SubmitButton>
    </ScriptForm>
  );
}

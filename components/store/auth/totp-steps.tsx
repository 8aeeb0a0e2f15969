"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { CopyButton } from "@/components/ui/copy-button";
import { downloadText } from "@/components/ui/download-text";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { QrCode } from "../qr-code";
import { PasswordInput } from "./password-input";

export type NewCodes = { recovery_codes: string[] };
type Secret = { secret: string; otpauth_uri: string };
type TotpSetupProps = { path: string; onCodes: (codes: NewCodes) => void };

/** Password, then the secret and a code that was made of it. */
export function TotpSetup({ path, onCodes }: TotpSetupProps) {
  const [secret, setSecret] = useState<Secret | null>(null);
  return secret ? (
    <ScanStep path={path} secret={secret} onCodes={onCodes} />
  ) : (
    <PasswordStep path={path} onSecret={setSecret} />
  );
}

function PasswordStep({ path, onSecret }: { path: string; onSecret: (secret: Secret) => void }) {
  const t = useTranslations("account.security");
  const [password, setPassword] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(async () =>
    onSecret(await api<Secret>(`${path}/setup`, { body: { password } })),
  );
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

function ScanStep({ path, secret, onCodes }: TotpSetupProps & { secret: Secret }) {
  const t = useTranslations("account.security");
  const [code, setCode] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(async () =>
    onCodes(await api<NewCodes>(`${path}/enable`, { body: { code } })),
  );
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <p className="text-sm">{t("step2")}</p>
      <div className="mx-auto">
        <QrCode value={secret.otpauth_uri} label={t("qrAlt")} />
      </div>
      <div>
        <p className="text-ink-muted text-xs">{t("step2Text")}</p>
        <p className="mt-1 flex items-center gap-1">
          <code className="min-w-0 flex-1 break-all rounded-sm bg-sunken px-2 py-1.5 font-mono text-sm">
            {secret.secret}
          </code>
          <CopyButton value={secret.secret} variant="ghost" size="icon-sm" />
        </p>
      </div>
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

/** Recovery codes right after they were made: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useTranslations("account.security");
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <ul className="grid grid-cols-2 gap-x-3 gap-y-1.5 rounded-md border border-brass-line bg-brass-soft p-3 font-mono text-[0.8125rem] max-[24rem]:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton value={text} label={t("copyAll")} />
        <Button variant="secondary" onClick={() => downloadText("recovery-codes.txt", text)}>
          <Download aria-hidden />
          {t("download")}
        </Button>
      </div>
      <Button onClick={onKept}>{t("codesKept")}</Button>
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { AuthCard } from "@/components/store/auth/auth-card";
import { enter } from "@/components/store/auth/enter";
import { logInTotp } from "@/components/store/auth/session";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

type TotpFormProps = { challenge: string; next: string; onRestart: () => void };

export function TotpForm({ challenge, next, onRestart }: TotpFormProps) {
  const t = useTranslations("auth.totp");
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const { submit, pending, fieldError, formError, clear } = useSubmit(async () => {
    await logInTotp({ challenge, ...(isRecovery ? { recoveryCode: code.trim() } : { code }) });
    await enter(next);
  });

  return (
    <AuthCard title={t("title")} lead={isRecovery ? t("recoveryLead") : t("lead")}>
      <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
        <Field
          label={isRecovery ? t("recoveryCode") : t("code")}
          required
          error={fieldError("code", "recovery_code")}
        >
          <CodeInput kind={isRecovery ? "recovery" : "digits"} value={code} onChange={setCode} />
        </Field>
        <FieldError>{formError("code", "recovery_code")}</FieldError>
        <SubmitButton size="lg" loading={pending} disabled={code.trim().length < 6}>
          {t("submit")}
        </SubmitButton>
        <div className="flex flex-wrap justify-between gap-2 text-sm">
          <Button
            variant="link"
            size="bare"
            className="min-h-8 text-sm"
            onClick={() => {
              clear();
              setCode("");
              setRecovery(!isRecovery);
            }}
          >
            {isRecovery ? t("useApp") : t("useRecovery")}
          </Button>
          <Button variant="link" size="bare" className="min-h-8 text-sm" onClick={onRestart}>
            {t("restart")}
          </Button>
        </div>
      </ScriptForm>
    </AuthCard>
  );
}

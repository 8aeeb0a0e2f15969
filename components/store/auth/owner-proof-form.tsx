"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ErrorTexts } from "@/components/api/use-error-text";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { PasswordInput } from "./password-input";

/** Password, and where the second factor is on one of its codes. */
export type OwnerProof = { password: string; code?: string; recovery_code?: string };

type OwnerProofFormProps = {
  submitLabel: string;
  /** Without one the password is enough. */
  hasSecondFactor: boolean;
  /** Staff without the app ask a colleague instead. */
  takesRecoveryCode?: boolean;
  errorTexts?: ErrorTexts;
  onSubmit: (proof: OwnerProof) => Promise<void>;
};

/** The password and a code of the app, or a recovery code for a user who lost the phone. */
export function OwnerProofForm({
  submitLabel,
  hasSecondFactor,
  takesRecoveryCode = true,
  errorTexts,
  onSubmit,
}: OwnerProofFormProps) {
  const t = useTranslations("account.security");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [isRecovery, setRecovery] = useState(false);
  const factor = isRecovery ? { recovery_code: code.trim() } : { code: code.trim() };
  const { submit, pending, fieldError, formError } = useSubmit(
    () => onSubmit({ password, ...(hasSecondFactor ? factor : {}) }),
    errorTexts,
  );
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field label={t("oldPassword")} required error={fieldError("password")}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {hasSecondFactor ? (
        <>
          <Field
            label={isRecovery ? t("recoveryCode") : t("code")}
            required
            error={fieldError("code", "recovery_code")}
          >
            <CodeInput kind={isRecovery ? "recovery" : "digits"} value={code} onChange={setCode} />
          </Field>
          {takesRecoveryCode ? (
            <Button
              variant="link"
              size="bare"
              className="self-start text-sm"
              onClick={() => {
                setCode("");
                setRecovery(!isRecovery);
              }}
            >
              {isRecovery ? t("useCode") : t("recovery")}
            </Button>
          ) : null}
        </>
      ) : null}
      <FieldError>{formError("password", "code", "recovery_code")}</FieldError>
      <SubmitButton loading={pending} disabled={!password || (hasSecondFactor && code.trim().length < 6)}>
        {submitLabel}
      </SubmitButton>
    </ScriptForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeInput } from "@/components/ui/code-input";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { logInStaff, type StaffRefusal } from "./log-in-staff";

type Step = "password" | "code" | "recovery";

/** One form in two steps: the server asks for the code only when the password was right. */
export function useStaffLogin(onDone: () => void, knownEmail = "") {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [step, setStep] = useState<Step>("password");
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<StaffRefusal | null>(null);

  async function submit() {
    setPending(true);
    setRefusal(null);
    const answer = await logInStaff({ email, password, ...(step === "password" ? {} : { code }) });
    if (answer === "welcome") {
      onDone();
      return;
    }
    setPending(false);
    if (answer.kind === "totp_required") {
      setStep("code");
      return;
    }
    if (answer.kind === "totp_invalid") setCode("");
    setRefusal(answer);
  }

  function go(next: Step) {
    setStep(next);
    setCode("");
    setRefusal(null);
  }

  return { email, setEmail, password, setPassword, code, setCode, step, go, pending, refusal, submit };
}

export type StaffLogin = ReturnType<typeof useStaffLogin>;

function LoginCode({ login }: { login: StaffLogin }) {
  const t = useTranslations("admin.door");
  const isApp = login.step === "code";
  return (
    <Field label={isApp ? t("code") : t("recoveryCode")} required>
      <CodeInput
        kind={isApp ? "digits" : "recovery"}
        autoFocus
        value={login.code}
        onChange={(code) => login.setCode(isApp ? code : code.toUpperCase())}
      />
    </Field>
  );
}

export function LoginFields({ login, isEmailFixed = false }: { login: StaffLogin; isEmailFixed?: boolean }) {
  const t = useTranslations("admin.door");
  const { step, refusal } = login;
  const isShort = step === "code" ? login.code.length !== 6 : step === "recovery" && login.code.length < 16;
  return (
    <ScriptForm onSend={login.submit} className="flex flex-col gap-4">
      {step === "password" ? (
        <>
          <Field label={t("email")} required>
            <Input
              type="email"
              name="email"
              autoComplete="username"
              readOnly={isEmailFixed}
              value={login.email}
              onChange={({ target }) => login.setEmail(target.value)}
            />
          </Field>
          <Field label={t("password")} required>
            <Input
              type="password"
              name="password"
              autoComplete="current-password"
              value={login.password}
              onChange={({ target }) => login.setPassword(target.value)}
            />
          </Field>
        </>
      ) : (
        <LoginCode login={login} />
      )}
      <FieldError>
        {refusal && refusal.kind !== "totp_required"
          ? t(`refused.${refusal.kind}`, { seconds: refusal.seconds })
          : null}
      </FieldError>
      <SubmitButton size="lg" loading={login.pending} disabled={isShort}>
        {t("submit")}
      </SubmitButton>
      {step === "password" ? null : (
        <div className="flex flex-wrap justify-center gap-x-2">
          <Button variant="ghost" size="sm" onClick={() => login.go(step === "code" ? "recovery" : "code")}>
            {step === "code" ? t("useRecovery") : t("useApp")}
          </Button>
          {isEmailFixed ? null : (
            <Button variant="ghost" size="sm" onClick={() => login.go("password")}>
              {t("other")}
            </Button>
          )}
        </div>
      )}
    </ScriptForm>
  );
}

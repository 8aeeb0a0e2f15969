"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { logInStaff, type StaffRefusal } from "./log-in-staff";

/** One form in two steps: the server asks for the code only when the password was right. */
export function LoginForm({ next }: { next: string }) {
  const t = useTranslations("admin.door");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const [asksCode, setAsksCode] = useState(false);
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<StaffRefusal | null>(null);

  async function submit() {
    setPending(true);
    setRefusal(null);
    const answer = await logInStaff({ email, password, ...(asksCode ? { code } : {}) });
    if (answer === "welcome") {
      // A full load: nothing that was rendered for somebody without a session may stay.
      window.location.assign(next);
      return;
    }
    setPending(false);
    if (answer.kind === "totp_required") {
      setAsksCode(true);
      return;
    }
    if (answer.kind === "totp_invalid") setCode("");
    setRefusal(answer);
  }

  return (
    <ScriptForm
      onSend={submit}
      className="w-full max-w-sm rounded-xl border border-line bg-surface p-6 shadow-card sm:p-7"
    >
      <h1 className="text-xl">{asksCode ? t("codeTitle") : t("title")}</h1>
      <p className="mt-1 mb-5 text-ink-muted text-sm">{asksCode ? t("codeText", { email }) : t("text")}</p>
      <div className="flex flex-col gap-4">
        {asksCode ? (
          <Field label={t("code")} required>
            <Input
              key="code"
              autoFocus
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              value={code}
              onChange={({ target }) => setCode(target.value.replace(/\D/g, ""))}
              className="tabular text-center text-xl tracking-[0.4em]"
            />
          </Field>
        ) : (
          <>
            <Field label={t("email")} required>
              <Input
                type="email"
                name="email"
                autoComplete="username"
                value={email}
                onChange={({ target }) => setEmail(target.value)}
              />
            </Field>
            <Field label={t("password")} required>
              <Input
                type="password"
                name="password"
                autoComplete="current-password"
                value={password}
                onChange={({ target }) => setPassword(target.value)}
              />
            </Field>
          </>
        )}
        <FieldError>
          {refusal && refusal.kind !== "totp_required"
            ? t(`refused.${refusal.kind}`, { seconds: refusal.seconds })
            : null}
        </FieldError>
        <SubmitButton size="lg" loading={pending} disabled={asksCode && code.length !== 6}>
          {t("submit")}
        </SubmitButton>
        {asksCode ? (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => {
              setAsksCode(false);
              setRefusal(null);
            }}
          >
            {t("other")}
          </Button>
        ) : null}
      </div>
    </ScriptForm>
  );
}

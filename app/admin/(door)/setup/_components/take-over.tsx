"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { logInStaff } from "@/components/admin/account/log-in-staff";
import { useWrite } from "@/components/admin/form/use-write";
import { Panel } from "@/components/admin/page-frame";
import { api } from "@/components/api/client";
import { changeAddress } from "@/components/ui/change-address";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { PasswordStrength } from "../../account/password-strength";

type TakeOverProps = {
  /** Address of the first owner, under which the word opens the shop. */
  firstEmail: string;
  minLength: number;
  /** Where the set-up goes on. */
  next: string;
};

/** The word that the start printed opens a fresh shop once, for its owner's own address and password. */
export function TakeOver({ firstEmail, minLength, next }: TakeOverProps) {
  const t = useTranslations("admin.setup");
  const door = useTranslations("admin.door");
  const locale = useLocale();
  const [word, setWord] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<string | null>(null);
  const [isEntering, setEntering] = useState(false);
  const { submit, fieldError, formError, clear } = useWrite({
    path: "/admin/session/password",
    method: "PUT",
  });

  useEffect(() => {
    // The code at the terminal leads here with the word after the hash, which no server sees.
    const printed = window.location.hash.slice(1);
    if (!printed) return;
    setWord(printed);
    changeAddress(window.location.pathname);
  }, []);

  /** Takes from the browser what need not be asked; a value that the shop refuses stays as it is. */
  const tellOfBrowser = () =>
    api("/admin/settings", {
      method: "PATCH",
      body: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone, default_locale: locale },
    }).catch(() => undefined);

  async function enter() {
    setEntering(true);
    setRefused(null);
    clear();
    const answer = await logInStaff({ email: firstEmail, password: word.trim() });
    const isIn =
      answer === "welcome" &&
      (await submit({ old_password: word.trim(), new_password: password, email: email.trim() }));
    if (isIn) {
      await tellOfBrowser();
      return window.location.assign(next);
    }
    if (answer !== "welcome")
      setRefused(
        answer.kind === "unauthorized"
          ? t("wrongWord")
          : door(`refused.${answer.kind === "totp_required" ? "internal" : answer.kind}`, {
              seconds: answer.seconds,
            }),
      );
    setEntering(false);
  }

  return (
    <Panel title={t("you")} description={t("youText")}>
      <ScriptForm onSend={enter} className="flex flex-col gap-4">
        <Field label={t("word")} hint={t("wordHint")} required error={refused ?? fieldError("old_password")}>
          <Input
            className="font-mono"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="xxxx-xxxx-xxxx-xxxx"
            value={word}
            onChange={({ target }) => setWord(target.value)}
          />
        </Field>
        <Field label={t("email")} hint={t("emailHint")} required error={fieldError("email")}>
          <Input
            type="email"
            autoComplete="username"
            value={email}
            onChange={({ target }) => setEmail(target.value)}
          />
        </Field>
        <Field
          label={t("password")}
          hint={t("passwordHint", { min: minLength })}
          required
          error={fieldError("new_password")}
        >
          <Input
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <PasswordStrength password={password} minLength={minLength} />
        </Field>
        <FieldError>{formError("old_password", "new_password", "email")}</FieldError>
        <SubmitButton
          size="lg"
          loading={isEntering}
          disabled={word === "" || email === "" || password === ""}
          className="self-end max-sm:self-stretch"
        >
          {t("enter")}
        </SubmitButton>
      </ScriptForm>
    </Panel>
  );
}

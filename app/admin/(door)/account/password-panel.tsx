"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWrite } from "@/components/admin/form/use-write";
import { Panel } from "@/components/admin/page-frame";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { PasswordStrength } from "./password-strength";

export function PasswordPanel({ isFirst, minLength }: { isFirst: boolean; minLength: number }) {
  const t = useTranslations("admin.security");
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const [again, setAgain] = useState("");
  const { submit, pending, fieldError, formError } = useWrite(
    { path: "/admin/session/password", method: "PUT", success: t("passwordChanged") },
    () => {
      if (isFirst) window.location.assign("/admin");
      setOld("");
      setFresh("");
      setAgain("");
    },
  );
  const differs = again !== "" && again !== fresh;

  function change() {
    if (fresh === again) void submit({ old_password: old, new_password: fresh });
  }

  return (
    <Panel title={t("password")} description={t("passwordText")}>
      <ScriptForm onSend={change} className="flex flex-col gap-4">
        <Field label={isFirst ? t("oneTime") : t("old")} required error={fieldError("old_password")}>
          <Input
            type="password"
            autoComplete="current-password"
            value={old}
            onChange={({ target }) => setOld(target.value)}
          />
        </Field>
        <Field
          label={t("new")}
          hint={t("newHint", { min: minLength })}
          required
          error={fieldError("new_password")}
        >
          <Input
            type="password"
            autoComplete="new-password"
            value={fresh}
            onChange={({ target }) => setFresh(target.value)}
          />
          <PasswordStrength password={fresh} minLength={minLength} />
        </Field>
        <Field label={t("again")} required error={differs ? t("differs") : undefined}>
          <Input
            type="password"
            autoComplete="new-password"
            value={again}
            onChange={({ target }) => setAgain(target.value)}
          />
        </Field>
        <FieldError>{formError("old_password", "new_password")}</FieldError>
        <SubmitButton
          loading={pending}
          disabled={old === "" || fresh === "" || fresh !== again}
          className="self-end"
        >
          {t("change")}
        </SubmitButton>
      </ScriptForm>
    </Panel>
  );
}

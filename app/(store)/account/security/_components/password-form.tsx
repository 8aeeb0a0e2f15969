"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { PasswordInput } from "@/components/store/auth/password-input";
import { changePassword } from "@/components/store/auth/session";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

export function PasswordForm() {
  const t = useTranslations("account.security");
  const router = useRouter();
  const [oldPassword, setOld] = useState("");
  const [newPassword, setNew] = useState("");
  const [done, setDone] = useState(false);
  const { submit, pending, fieldError, formError } = useSubmit(async () => {
    setDone(false);
    await changePassword(oldPassword, newPassword);
    setOld("");
    setNew("");
    setDone(true);
    router.refresh();
  });
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field label={t("oldPassword")} required error={fieldError("old_password")}>
        <PasswordInput
          autoComplete="current-password"
          value={oldPassword}
          onChange={(event) => setOld(event.target.value)}
        />
      </Field>
      <Field label={t("newPassword")} required error={fieldError("new_password", "password")}>
        <PasswordInput
          autoComplete="new-password"
          value={newPassword}
          onChange={(event) => setNew(event.target.value)}
        />
      </Field>
      <FieldError>{formError("old_password", "new_password", "password")}</FieldError>
      <div>
        <SubmitButton loading={pending} disabled={!oldPassword || !newPassword}>
          {t("passwordSubmit")}
        </SubmitButton>
      </div>
      <p role="status" className={done ? "text-ok text-sm" : "sr-only"}>
        {done ? t("passwordDone") : null}
      </p>
    </ScriptForm>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ErrorTexts } from "@/components/api/use-error-text";
import { useSubmit } from "@/components/api/use-submit";
import { Field, FieldError } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

/** As much as the shop keeps of a name. */
const longest = 60;

type PasskeyNameFormProps = {
  initial: string;
  submitLabel: string;
  errorTexts?: ErrorTexts;
  onSubmit: (name: string) => Promise<void>;
};

/** Names a passkey: a new one, or one that is there. */
export function PasskeyNameForm({ initial, submitLabel, errorTexts, onSubmit }: PasskeyNameFormProps) {
  const t = useTranslations("account.security.passkeys");
  const [name, setName] = useState(initial.slice(0, longest));
  const { submit, pending, fieldError, formError } = useSubmit(() => onSubmit(name.trim()), errorTexts);
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field label={t("name")} required error={fieldError("name")}>
        <Input
          autoComplete="off"
          maxLength={longest}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <FieldError>{formError("name")}</FieldError>
      <SubmitButton loading={pending} disabled={!name.trim()}>
        {submitLabel}
      </SubmitButton>
    </ScriptForm>
  );
}

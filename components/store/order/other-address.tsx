"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";

type OtherAddressProps = { onSend: (email: string) => Promise<void>; onClose: () => void };

/** Corrects the address that a mail goes to. */
export function OtherAddress({ onSend, onClose }: OtherAddressProps) {
  const t = useTranslations("order.mail");
  const common = useTranslations("common");
  const [email, setEmail] = useState("");
  const { submit, pending, fieldError, formError } = useSubmit(() => onSend(email.trim()));
  return (
    <ScriptForm onSend={() => submit()} className="mt-2 flex flex-col gap-2 text-ink">
      <Field label={t("newAddress")} required error={fieldError("email") ?? formError("email")}>
        <Input
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          // The reader has just pressed the button that opened it.
          autoFocus
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <SubmitButton loading={pending} disabled={!email.trim()}>
          {t("send")}
        </SubmitButton>
        <Button variant="ghost" onClick={onClose}>
          {common("cancel")}
        </Button>
      </div>
    </ScriptForm>
  );
}

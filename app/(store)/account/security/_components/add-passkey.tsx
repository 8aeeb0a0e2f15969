"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useSubmit } from "@/components/api/use-submit";
import { loadPasskeys } from "@/components/store/auth/load-passkeys";
import type { PasskeyQuestion } from "@/components/store/auth/passkeys";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Field, FieldError } from "@/components/ui/field";
import { ScriptForm, SubmitButton } from "@/components/ui/script-form";
import { nameDevice } from "@/lib/core/formats/name-device";
import { OwnerProofForm } from "./owner-proof-form";
import { PasskeyName } from "./passkey-name";

/** The owner proves who they are; then the browser makes the passkey, as often as it takes. */
export function AddPasskey({ hasSecondFactor }: { hasSecondFactor: boolean }) {
  const t = useTranslations("account.security.passkeys");
  const router = useRouter();
  const [question, setQuestion] = useState<PasskeyQuestion | null>(null);
  const [isOpen, setOpen] = useState(false);
  function change(open: boolean) {
    setQuestion(null);
    setOpen(open);
  }
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="secondary" className="self-start">
          <KeyRound aria-hidden />
          {t("add")}
        </Button>
      </DialogTrigger>
      <DialogContent title={t("add")} description={question ? t("nameText") : t("addText")} size="sm">
        {question ? (
          <MakeForm
            question={question}
            onMade={() => {
              change(false);
              router.refresh();
            }}
          />
        ) : (
          <OwnerProofForm
            submitLabel={t("continue")}
            hasSecondFactor={hasSecondFactor}
            onSubmit={async (proof) => {
              const { askForNewPasskey } = await loadPasskeys();
              setQuestion(await askForNewPasskey(proof));
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

function MakeForm({ question, onMade }: { question: PasskeyQuestion; onMade: () => void }) {
  const t = useTranslations("account.security.passkeys");
  const [name, setName] = useState(() => nameDevice(navigator.userAgent)?.slice(0, 60) ?? "");
  const { submit, pending, fieldError, formError } = useSubmit(
    async () => {
      const { makePasskey } = await loadPasskeys();
      await makePasskey(question, name.trim(), { none: t("none"), already: t("already") });
      onMade();
    },
    { "401": t("tooLate") },
  );
  return (
    <ScriptForm className="flex flex-col gap-4" onSend={() => submit()}>
      <Field label={t("name")} required error={fieldError("name")}>
        <PasskeyName value={name} onChange={setName} />
      </Field>
      <FieldError>{formError("name")}</FieldError>
      <SubmitButton loading={pending} disabled={!name.trim()}>
        {t("make")}
      </SubmitButton>
    </ScriptForm>
  );
}

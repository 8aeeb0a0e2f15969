"use client";

import { KeyRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { loadPasskeys } from "@/components/store/auth/load-passkeys";
import { OwnerProofForm } from "@/components/store/auth/owner-proof-form";
import type { PasskeyQuestion } from "@/components/store/auth/passkeys";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { nameDevice } from "@/lib/core/formats/name-device";
import { PasskeyNameForm } from "./passkey-name-form";

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
          <PasskeyNameForm
            initial={nameDevice(navigator.userAgent) ?? ""}
            submitLabel={t("make")}
            errorTexts={{ "401": t("tooLate") }}
            onSubmit={async (name) => {
              const { makePasskey } = await loadPasskeys();
              await makePasskey(question, name, { none: t("none"), already: t("already") });
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

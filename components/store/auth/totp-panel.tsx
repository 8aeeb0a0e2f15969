"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "@/components/api/client";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { type OwnerProof, OwnerProofForm } from "./owner-proof-form";
import { type NewCodes, RecoveryCodes, TotpSetup } from "./totp-steps";

type View = "setup" | "disable" | "renew" | "codes";

type TotpPanelProps = {
  /** Where the second factor of this person is written. */
  path: "/me/totp" | "/admin/session/totp";
  isEnabled: boolean;
  /** False where the shop demands a second factor. */
  mayDisable?: boolean;
  takesRecoveryCode?: boolean;
};

/** Two-step log-in of shoppers and staff: set up in three steps, new recovery codes, and off again. */
export function TotpPanel({ path, isEnabled, mayDisable = true, takesRecoveryCode = true }: TotpPanelProps) {
  const t = useTranslations("account.security");
  const router = useRouter();
  const [view, setView] = useState<View | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);

  function close() {
    setView(null);
    setCodes([]);
    router.refresh();
  }

  function showCodes({ recovery_codes: made }: NewCodes) {
    setCodes(made);
    setView("codes");
  }

  const proof = (submitLabel: string, onSubmit: (proof: OwnerProof) => Promise<void>) => (
    <OwnerProofForm
      hasSecondFactor
      takesRecoveryCode={takesRecoveryCode}
      submitLabel={submitLabel}
      onSubmit={onSubmit}
    />
  );

  const dialogs: Record<View, { title: string; description?: string; content: ReactNode }> = {
    setup: { title: t("totpTitle"), content: <TotpSetup path={path} onCodes={showCodes} /> },
    disable: {
      title: t("disableTitle"),
      description: t("disableText"),
      content: proof(t("totpDisable"), async (body) => {
        await api(`${path}/disable`, { body });
        close();
      }),
    },
    renew: {
      title: t("newCodesTitle"),
      description: t("newCodesText"),
      content: proof(t("totpNewCodes"), async (body) =>
        showCodes(await api<NewCodes>(`${path}/recovery-codes`, { body })),
      ),
    },
    codes: {
      title: t("codesTitle"),
      description: t("codesText"),
      content: <RecoveryCodes codes={codes} onKept={close} />,
    },
  };
  const dialog = view && dialogs[view];
  // The codes are shown once: only the button that says they are kept closes them.
  const isLocked = view === "codes";

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isEnabled ? (
          <>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setView("renew")}>
              {t("totpNewCodes")}
            </Button>
            {mayDisable ? (
              <Button variant="ghost" aria-haspopup="dialog" onClick={() => setView("disable")}>
                {t("totpDisable")}
              </Button>
            ) : null}
          </>
        ) : (
          <Button aria-haspopup="dialog" onClick={() => setView("setup")}>
            {t("totpSetup")}
          </Button>
        )}
      </div>
      {dialog ? (
        <Dialog open onOpenChange={(open) => open || isLocked || close()}>
          <DialogContent title={dialog.title} description={dialog.description} size="sm" isLocked={isLocked}>
            {dialog.content}
          </DialogContent>
        </Dialog>
      ) : null}
    </>
  );
}

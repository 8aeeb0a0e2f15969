"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { RecoveryCodes } from "@/components/store/auth/second-factor";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { OwnerProofForm } from "./owner-proof-form";
import { TotpSetup } from "./totp-setup";

type View = "setup" | "disable" | "renew" | { codes: string[] } | null;

/** Two-step log-in: set up in three steps, new recovery codes, and off again. */
export function TotpPanel({ isEnabled }: { isEnabled: boolean }) {
  const t = useTranslations("account.security");
  const router = useRouter();
  const [view, setView] = useState<View>(null);
  const showsCodes = typeof view === "object" && view !== null;

  const title =
    view === "setup"
      ? t("totpTitle")
      : view === "disable"
        ? t("disableTitle")
        : view === "renew"
          ? t("newCodesTitle")
          : t("codesTitle");
  const description =
    view === "disable"
      ? t("disableText")
      : view === "renew"
        ? t("newCodesText")
        : showsCodes
          ? t("codesText")
          : undefined;

  function close() {
    setView(null);
    router.refresh();
  }

  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isEnabled ? (
          <>
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setView("renew")}>
              {t("totpNewCodes")}
            </Button>
            <Button variant="ghost" aria-haspopup="dialog" onClick={() => setView("disable")}>
              {t("totpDisable")}
            </Button>
          </>
        ) : (
          <Button aria-haspopup="dialog" onClick={() => setView("setup")}>
            {t("totpSetup")}
          </Button>
        )}
      </div>
      <Dialog
        open={view !== null}
        onOpenChange={(open) => {
          // The codes are shown once: only the button that says they are kept closes them.
          if (!open && !showsCodes) close();
        }}
      >
        <DialogContent title={title} description={description} size="sm" isLocked={showsCodes}>
          {view === "setup" ? <TotpSetup onCodes={(codes) => setView({ codes })} /> : null}
          {view === "disable" ? (
            <OwnerProofForm
              hasSecondFactor
              submitLabel={t("totpDisable")}
              onSubmit={async (proof) => {
                await api("/me/totp/disable", { body: proof });
                close();
              }}
            />
          ) : null}
          {view === "renew" ? (
            <OwnerProofForm
              hasSecondFactor
              submitLabel={t("totpNewCodes")}
              onSubmit={async (proof) => {
                const { recovery_codes: codes } = await api<{ recovery_codes: string[] }>(
                  "/me/totp/recovery-codes",
                  {
                    body: proof,
                  },
                );
                setView({ codes });
              }}
            />
          ) : null}
          {showsCodes ? (
            <RecoveryCodes
              codes={view.codes}
              texts={{ copy: t("copyAll"), save: t("download"), kept: t("codesKept") }}
              onKept={close}
            />
          ) : null}
        </DialogContent>
      </Dialog>
    </>
  );
}

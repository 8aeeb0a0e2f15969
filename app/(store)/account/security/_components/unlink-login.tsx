"use client";

import { Unlink } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/components/api/client";
import { useSubmit } from "@/components/api/use-submit";
import { type OwnerProof, OwnerProofForm } from "@/components/store/auth/owner-proof-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import type { LinkedIdentity } from "@/lib/accounts/identities/schema";

type UnlinkLoginProps = { identity: LinkedIdentity; hasPassword: boolean; hasSecondFactor: boolean };

/** Asks whoever has a password for it, as for a passkey. */
export function UnlinkLogin({ identity, hasPassword, hasSecondFactor }: UnlinkLoginProps) {
  const t = useTranslations("account.security.logins");
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const { name } = identity.provider;
  const texts = { "409": t("last"), "40906": t("last") };
  const unlink = async (proof: Partial<OwnerProof> = {}) => {
    await api(`/me/identities/${identity.id}/remove`, { body: proof });
    setOpen(false);
    router.refresh();
  };
  const { submit, pending, formError } = useSubmit(() => unlink(), texts);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="-mx-1"
          aria-label={t("unlinkOf", { name })}
          title={t("unlinkOf", { name })}
        >
          <Unlink aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent
        title={t("unlinkTitle", { name })}
        description={t("unlinkText", { name, label: identity.label })}
        size="sm"
      >
        {hasPassword ? (
          <OwnerProofForm
            submitLabel={t("unlink")}
            hasSecondFactor={hasSecondFactor}
            errorTexts={texts}
            onSubmit={unlink}
          />
        ) : (
          <div className="flex flex-col gap-4">
            <FieldError>{formError()}</FieldError>
            <Button loading={pending} onClick={() => submit()}>
              {t("unlink")}
            </Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

"use client";

import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "@/components/api/client";
import { OwnerProofForm } from "@/components/store/auth/owner-proof-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { DateTime } from "@/components/ui/date-time";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import type { Passkey } from "@/lib/accounts/passkeys/schema";
import { PasskeyNameForm } from "./passkey-name-form";

type PasskeyRowProps = {
  passkey: Passkey;
  /** Made at the host of this page; another one's is named. */
  isOfPage: boolean;
  hasSecondFactor: boolean;
};

export function PasskeyRow({ passkey, isOfPage, hasSecondFactor }: PasskeyRowProps) {
  const t = useTranslations("account.security.passkeys");
  const { name } = passkey;
  return (
    <li className="flex items-center gap-3 py-3 first:pt-0 last:pb-0">
      <KeyRound className="size-5 shrink-0 text-ink-faint" aria-hidden />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="min-w-0 break-words">{name}</span>
          {passkey.is_synced ? <Badge tone="pine">{t("synced")}</Badge> : null}
        </p>
        <p className="break-words text-ink-faint text-xs">
          {isOfPage ? null : `${passkey.host} · `}
          {t("made")} <DateTime value={passkey.created_at} style="date" /> ·{" "}
          {passkey.last_used_at ? (
            <>
              {t("used")} <DateTime value={passkey.last_used_at} style="ago" />
            </>
          ) : (
            t("unused")
          )}
        </p>
      </div>
      <RowDialog label={t("renameOf", { name })} icon={<Pencil aria-hidden />} title={t("rename")}>
        {(close) => (
          <PasskeyNameForm
            initial={name}
            submitLabel={t("save")}
            onSubmit={async (changed) => {
              await api(`/me/passkeys/${passkey.id}`, { method: "PUT", body: { name: changed } });
              close();
            }}
          />
        )}
      </RowDialog>
      <RowDialog
        label={t("removeOf", { name })}
        icon={<Trash2 aria-hidden />}
        title={t("removeTitle", { name })}
        description={t("removeText")}
      >
        {(close) => (
          <OwnerProofForm
            submitLabel={t("remove")}
            hasSecondFactor={hasSecondFactor}
            onSubmit={async (proof) => {
              await api(`/me/passkeys/${passkey.id}/remove`, { body: proof });
              close();
            }}
          />
        )}
      </RowDialog>
    </li>
  );
}

type RowDialogProps = {
  label: string;
  icon: ReactNode;
  title: string;
  description?: string;
  children: (close: () => void) => ReactNode;
};

function RowDialog({ label, icon, title, description, children }: RowDialogProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    router.refresh();
  };
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="ghost" size="icon" className="-mx-1" aria-label={label} title={label}>
          {icon}
        </Button>
      </DialogTrigger>
      <DialogContent title={title} description={description} size="sm">
        {children(close)}
      </DialogContent>
    </Dialog>
  );
}

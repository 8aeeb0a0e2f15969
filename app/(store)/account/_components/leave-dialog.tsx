"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { forgetGuestOrders } from "@/components/store/order/forget-orders";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { CheckboxField } from "@/components/ui/checkbox";

type LeaveDialogProps = { orderNos: readonly string[]; onLeave: () => Promise<void>; onClose: () => void };

/** Asks what becomes of the orders without an account, which a log-out leaves: they may be all that their buyer has of them. */
export function LeaveDialog({ orderNos, onLeave, onClose }: LeaveDialogProps) {
  const t = useTranslations("account.nav");
  const [forgets, setForgets] = useState(false);
  const count = orderNos.length;

  async function leave() {
    if (forgets && !(await forgetGuestOrders(orderNos))) throw new Error("The shop cannot be reached");
    await onLeave();
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      tone="primary"
      title={t("logoutTitle")}
      description={t("logoutText", { count })}
      confirmLabel={t("logout")}
      onConfirm={leave}
      errorText={() => t("logoutFailed")}
    >
      <CheckboxField
        label={t("logoutForget", { count })}
        hint={t("logoutForgetHint", { count })}
        checked={forgets}
        onCheckedChange={setForgets}
      />
    </ConfirmDialog>
  );
}

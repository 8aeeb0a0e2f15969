"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/api/use-error-text";
import { ConfirmDialog } from "@/components/ui/alert-dialog";

type CancelOrderProps = { onConfirm: () => Promise<void>; onClose: () => void };

/** Loaded when somebody wants to cancel, which is rare: a dialog weighs more than the rest of the page. */
export function CancelOrder({ onConfirm, onClose }: CancelOrderProps) {
  const t = useTranslations("order");
  const errorText = useErrorText();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("cancelTitle")}
      description={t("cancelText")}
      confirmLabel={t("cancelConfirm")}
      cancelLabel={t("keep")}
      onConfirm={onConfirm}
      errorText={errorText}
    />
  );
}

"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { useAdminError } from "./use-admin-error";

type AskButtonProps = {
  icon: LucideIcon;
  /** On the button and in the dialog. */
  label: string;
} & Pick<
  ComponentProps<typeof ConfirmDialog>,
  "title" | "description" | "onConfirm" | "isReady" | "children"
> &
  Partial<Pick<ComponentProps<typeof ConfirmDialog>, "errorText">>;

/** A button that asks before it does what is recorded: shows a secret, or lets one leave the shop. */
export function AskButton({ icon: Icon, label, errorText, ...dialog }: AskButtonProps) {
  const usual = useAdminError();
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" size="sm">
          <Icon aria-hidden />
          {label}
        </Button>
      }
      confirmLabel={label}
      tone="primary"
      errorText={errorText ?? usual}
      {...dialog}
    />
  );
}

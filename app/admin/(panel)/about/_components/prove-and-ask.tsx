"use client";

import { ArrowUpCircle, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useStaffProof } from "@/components/admin/form/staff-proof";
import { api } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Updates } from "@/lib/operations/updates/schema";

type ProveAndAskProps = {
  path: string;
  body?: Record<string, unknown>;
  label: string;
  title: string;
  description: string;
  confirmLabel: string;
  variant: "primary" | "secondary";
  hasSecondFactor: boolean;
  onAsked: (answer: Updates) => void;
};

/** Asks the updater, with the password and the second factor each time: it changes the program itself. */
export function ProveAndAsk(props: ProveAndAskProps) {
  const t = useTranslations("admin-system.about");
  const { path, body, label, variant, hasSecondFactor, onAsked, ...dialog } = props;
  const proof = useStaffProof(hasSecondFactor);

  async function ask() {
    const answer = await api<Updates>(path, { body: { ...body, ...proof.body } });
    proof.forget();
    toast.success(t("asking"));
    onAsked(answer);
  }

  return (
    <ConfirmDialog
      {...dialog}
      trigger={
        <Button variant={variant} size="sm">
          {variant === "primary" ? <ArrowUpCircle aria-hidden /> : <Undo2 aria-hidden />}
          {label}
        </Button>
      }
      tone="primary"
      onConfirm={ask}
      errorText={proof.errorText}
      isReady={proof.isReady}
    >
      <div className="flex flex-col gap-4">{proof.fields}</div>
    </ConfirmDialog>
  );
}

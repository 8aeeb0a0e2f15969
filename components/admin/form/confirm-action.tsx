"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useSWRConfig } from "swr";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api, type RequestOptions } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast";
import { type OnceBlock, type OnceField, ShownOnce } from "../shown-once";

type ConfirmActionProps = {
  trigger: ReactNode;
  title: string;
  /** Consequence of the act, in full. */
  description: string;
  confirmLabel: string;
  path: string;
  method?: NonNullable<RequestOptions["method"]>;
  body?: Record<string, unknown>;
  success: string;
  tone?: "danger" | "primary";
  goTo?: string;
  once?: {
    title: string;
    note: string;
    fields: readonly OnceField[];
    blocks?: readonly OnceBlock[];
    close?: string;
  };
};

/** One call after a confirmation. */
export function ConfirmAction({
  trigger,
  title,
  description,
  confirmLabel,
  path,
  method = "POST",
  body,
  success,
  tone = "danger",
  goTo,
  once,
}: ConfirmActionProps) {
  const router = useRouter();
  const errorText = useAdminError();
  const { mutate } = useSWRConfig();
  const [answer, setAnswer] = useState<Record<string, unknown> | null>(null);

  async function run() {
    const made = await api<Record<string, unknown>>(path, { method, body: body ?? {} });
    if (once) setAnswer(made);
    toast.success(success);
    void mutate(() => true);
    if (goTo) router.push(goTo);
    router.refresh();
  }

  return (
    <>
      <ConfirmDialog
        trigger={trigger}
        title={title}
        description={description}
        confirmLabel={confirmLabel}
        tone={tone}
        onConfirm={run}
        errorText={errorText}
      />
      {once ? (
        <Dialog open={answer !== null} onOpenChange={(open) => (open ? null : setAnswer(null))}>
          <DialogContent
            title={once.title}
            description={once.note}
            onInteractOutside={(event) => event.preventDefault()}
            onEscapeKeyDown={(event) => event.preventDefault()}
          >
            <ShownOnce
              fields={once.fields}
              blocks={once.blocks}
              close={once.close}
              answer={answer ?? {}}
              onClose={() => setAnswer(null)}
            />
          </DialogContent>
        </Dialog>
      ) : null}
    </>
  );
}

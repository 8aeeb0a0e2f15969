"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useSWRConfig } from "swr";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api, type RequestOptions } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { laterOpened } from "@/components/ui/later";
import { toast } from "@/components/ui/toast";
import type { Once } from "./once-box";

const OnceBox = laterOpened(() => import("./once-box").then((module) => module.OnceBox));

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
  once?: Once;
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
        <OnceBox open={answer !== null} answer={answer ?? {}} onClose={() => setAnswer(null)} {...once} />
      ) : null}
    </>
  );
}

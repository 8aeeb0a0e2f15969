"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { useSelection } from "./selection";

type BulkActionProps = {
  label: string;
  path: string;
  method?: "POST" | "PATCH" | "DELETE";
  /** The member of the body that takes the ids. */
  member?: string;
  body?: Record<string, unknown>;
  title: string;
  description: string;
  success: string;
  tone?: "danger" | "primary";
};

/** One call for everything that is ticked, after a question that says what happens. */
export function BulkAction({
  label,
  path,
  method = "POST",
  member = "ids",
  body,
  title,
  description,
  success,
  tone = "primary",
}: BulkActionProps) {
  const { chosen, clear } = useSelection();
  const [open, setOpen] = useState(false);
  const errorText = useAdminError();
  const router = useRouter();

  async function run() {
    await api(path, { method, body: { ...body, [member]: [...chosen] } });
    toast.success(success);
    clear();
    router.refresh();
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant={tone === "danger" ? "danger" : "secondary"} size="sm">
          {label}
        </Button>
      }
      title={title}
      description={description}
      confirmLabel={label}
      tone={tone}
      onConfirm={run}
      errorText={errorText}
    />
  );
}

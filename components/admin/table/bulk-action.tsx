"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
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
  /** Asked in the dialog; its value becomes this member of the body. */
  choice?: { member: string; label: string; options: readonly { value: string; label: string }[] };
  /**
   * Takes it back, offered for a few seconds beside `success`: a call for the ids that the answer says were changed, or one
   * for each body that the answer has in `former`.
   */
  undo?: { path: string };
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
  choice,
  undo,
}: BulkActionProps) {
  const t = useTranslations("admin.form");
  const { chosen, clear, matching, isAll } = useSelection();
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState("");
  const errorText = useAdminError();
  const router = useRouter();
  const fieldId = useId();

  async function takeBack(bodies: readonly Record<string, unknown>[]) {
    if (!undo) return;
    try {
      for (const one of bodies) await api(undo.path, { method: "POST", body: one });
      toast.success(t("undone"));
    } catch (cause) {
      toast.error(errorText(cause));
    }
    router.refresh();
  }

  async function run() {
    const ids = isAll && matching ? matching.body : { [member]: [...chosen] };
    const answer = await api<Record<string, unknown>>(path, {
      method,
      body: { ...body, ...ids, ...(choice ? { [choice.member]: Number(value) } : {}) },
    });
    const changed = answer[member];
    const former = Array.isArray(answer.former) ? (answer.former as Record<string, unknown>[]) : null;
    const back = former ?? (Array.isArray(changed) && changed.length > 0 ? [{ [member]: changed }] : []);
    toast.success(
      success,
      undo && back.length > 0 ? { action: { label: t("undo"), onClick: () => void takeBack(back) } } : {},
    );
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
      isReady={!choice || value !== ""}
    >
      {choice ? (
        <label htmlFor={fieldId} className="flex flex-col gap-1.5 text-sm">
          <span className="font-medium">{choice.label}</span>
          <select
            id={fieldId}
            className="control"
            value={value}
            onChange={({ target }) => setValue(target.value)}
          >
            <option value="" />
            {choice.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </label>
      ) : null}
    </ConfirmDialog>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useAdminError } from "@/components/admin/form/use-admin-error";
import { api } from "@/components/api/client";
import { ConfirmDialog } from "@/components/ui/alert-dialog";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { useBulk } from "./use-bulk";
import { useBulkPreview } from "./use-bulk-preview";

type BulkActionProps = {
  label: string;
  path: string;
  method?: "POST" | "PATCH" | "DELETE";
  /** The member of the body that takes the ids. */
  member?: string;
  body?: Record<string, unknown>;
  /** The member of the answer that says how many were changed. */
  counted?: string;
  title: string;
  description: string;
  success: string;
  tone?: "danger" | "primary";
  /** Asked in the dialog; its value becomes this member of the body. */
  choice?: {
    member: string;
    label: string;
    options: readonly { value: string; label: string }[];
    /** The name of a text with the members of the answer to the same call with `preview`. */
    preview?: "admin-sell.keys.movePreview";
  };
  /** Words that the dialog asks for; they become this member of the body. */
  words?: { member: string; label: string };
  /**
   * Takes it back, offered for a few seconds beside `success`: a call for the ids that the answer says were changed, or one
   * for each body that the answer has in `former`.
   */
  undo?: { path: string };
};

/** One act for everything that is ticked, or that matches, after a question that says what happens. */
export function BulkAction({
  label,
  path,
  method = "POST",
  member = "ids",
  counted,
  body,
  title,
  description,
  success,
  tone = "primary",
  choice,
  words,
  undo,
}: BulkActionProps) {
  const t = useTranslations("admin.form");
  const { run, reach, rows } = useBulk({ path, method, member, ...(counted ? { counted } : {}) });
  const [open, setOpen] = useState(false);
  const [value, setValue] = useState("");
  const [said, setSaid] = useState("");
  const errorText = useAdminError();
  const router = useRouter();
  const fieldId = useId();
  const preview = useBulkPreview(choice?.preview, (chosen) =>
    api(path, {
      method,
      body: { ...body, ...rows(), [choice?.member ?? ""]: Number(chosen), preview: true },
    }),
  );

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

  function undoOf(answers: readonly Record<string, unknown>[]) {
    const back = answers.flatMap((answer) => {
      if (Array.isArray(answer.former)) return answer.former as Record<string, unknown>[];
      const changed = answer[member];
      return Array.isArray(changed) && changed.length > 0 ? [{ [member]: changed }] : [];
    });
    return undo && back.length > 0
      ? { action: { label: t("undo"), onClick: () => void takeBack(back) } }
      : {};
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
      description={
        <>
          {description}
          {reach ? (
            <span className="mt-2 block font-medium text-ink" aria-live="polite">
              {reach}
            </span>
          ) : null}
        </>
      }
      confirmLabel={label}
      tone={tone}
      onConfirm={() =>
        run(
          {
            ...body,
            ...(choice ? { [choice.member]: Number(value) } : {}),
            ...(words ? { [words.member]: said.trim() } : {}),
          },
          success,
          undoOf,
        )
      }
      errorText={errorText}
      isReady={(!choice || value !== "") && (!words || said.trim() !== "")}
    >
      {words ? (
        <Field label={words.label} required>
          <Textarea value={said} rows={2} onChange={({ target }) => setSaid(target.value)} />
        </Field>
      ) : null}
      {choice ? (
        <label htmlFor={fieldId} className="flex flex-col gap-1.5 text-sm">
          <span className="font-medium">{choice.label}</span>
          <select
            id={fieldId}
            className="control"
            value={value}
            onChange={({ target }) => {
              setValue(target.value);
              void preview.show(target.value);
            }}
          >
            <option value="" />
            {choice.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="min-h-5 text-ink-muted" aria-live="polite">
            {preview.text}
          </span>
        </label>
      ) : null}
    </ConfirmDialog>
  );
}

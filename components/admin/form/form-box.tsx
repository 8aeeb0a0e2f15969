"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { type OnceBlock, type OnceField, ShownOnce } from "../shown-once";
import type { FieldSpec } from "./field-spec";
import { SpecForm, type SpecFormProps } from "./spec-form";
import type { useGuardedOpen } from "./use-guarded-open";
import type { Write } from "./use-write";

export type FormBoxProps = {
  open: boolean;
  dialog: ReturnType<typeof useGuardedOpen>;
  title: string;
  description?: string;
  /** Words of somebody else that the form is about. */
  quote?: string;
  fields: readonly FieldSpec[];
  write: Write;
  submitLabel: string;
  fixed?: Record<string, unknown>;
  columns?: 1 | 2;
  danger?: boolean;
  preview?: SpecFormProps["preview"];
  /** Members of the answer that will never be shown again. */
  once?: { title: string; note: string; fields: readonly OnceField[]; blocks?: readonly OnceBlock[] };
};

/** The dialog of a form. */
export function FormBox({
  open,
  dialog,
  title,
  description,
  quote,
  fields,
  write,
  submitLabel,
  fixed,
  columns = 2,
  danger,
  preview,
  once,
}: FormBoxProps) {
  const t = useTranslations("common");
  const [answer, setAnswer] = useState<Record<string, unknown> | null>(null);
  const isAnswered = once !== undefined && answer !== null;

  function close() {
    setAnswer(null);
    dialog.close();
  }

  async function ask(next: boolean) {
    if (!next && isAnswered) close();
    else await dialog.ask(next);
  }

  return (
    <Dialog open={open} onOpenChange={(next) => void ask(next)}>
      <DialogContent
        title={isAnswered ? once.title : title}
        {...(isAnswered ? { description: once.note } : description ? { description } : {})}
        size={columns === 2 ? "lg" : "md"}
        // Typed values must not go by a click beside the dialog, nor a secret that is shown once by a key.
        onInteractOutside={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => {
          if (isAnswered) event.preventDefault();
        }}
      >
        {isAnswered ? (
          <ShownOnce fields={once.fields} blocks={once.blocks} answer={answer} onClose={close} />
        ) : (
          <>
            {quote ? (
              <blockquote
                dir="auto"
                className="mb-4 whitespace-pre-wrap break-words border-line border-s-2 ps-4 text-sm"
              >
                {quote}
              </blockquote>
            ) : null}
            <SpecForm
              fields={fields}
              write={write}
              submitLabel={submitLabel}
              columns={columns}
              {...(fixed ? { fixed } : {})}
              {...(danger ? { danger } : {})}
              preview={preview}
              onDirty={dialog.onDirty}
              onDone={(made) => (once ? setAnswer(made) : close())}
              secondary={
                <Button variant="secondary" onClick={() => void ask(false)}>
                  {t("cancel")}
                </Button>
              }
            />
          </>
        )}
      </DialogContent>
    </Dialog>
  );
}

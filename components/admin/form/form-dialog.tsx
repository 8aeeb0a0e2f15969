"use client";

import type { ReactNode } from "react";
import { laterOpened } from "@/components/ui/later";
import { Opener } from "@/components/ui/opener";
import type { FormBoxProps } from "./form-box";
import { useGuardedOpen } from "./use-guarded-open";

const FormBox = laterOpened(() => import("./form-box").then((module) => module.FormBox));

type FormDialogProps = Omit<FormBoxProps, "open" | "dialog"> & {
  /** A button, made by the page; without one the dialog opens at once. */
  trigger?: ReactNode;
  onClosed?: () => void;
};

/** A form in a dialog. The script of forms comes when the first one is opened: a list has them in every row. */
export function FormDialog({ trigger, onClosed, ...form }: FormDialogProps) {
  const dialog = useGuardedOpen({ isOpen: !trigger, ...(onClosed ? { onClosed } : {}) });
  return (
    <>
      {trigger ? <Opener onOpen={() => void dialog.ask(true)}>{trigger}</Opener> : null}
      <FormBox open={dialog.open} dialog={dialog} {...form} />
    </>
  );
}

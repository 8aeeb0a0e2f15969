"use client";

import { type ReactNode, useState } from "react";
import type { ConfirmBoxProps } from "./confirm-box";
import { laterOpened } from "./later";
import { Opener } from "./opener";

const ConfirmBox = laterOpened(() => import("./confirm-box").then((module) => module.ConfirmBox));

type ConfirmDialogProps = Omit<ConfirmBoxProps, "open" | "onOpenChange"> & {
  /** A button. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
};

/** Asks before an act, and says what it does. */
export function ConfirmDialog({ trigger, open, onOpenChange, ...box }: ConfirmDialogProps) {
  const [isOpen, setOpen] = useState(false);

  function change(next: boolean) {
    setOpen(next);
    onOpenChange?.(next);
  }

  return (
    <>
      {trigger ? <Opener onOpen={() => change(true)}>{trigger}</Opener> : null}
      <ConfirmBox open={open ?? isOpen} onOpenChange={change} {...box} />
    </>
  );
}

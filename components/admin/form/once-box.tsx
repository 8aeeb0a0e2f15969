"use client";

import { Dialog, DialogContent } from "@/components/ui/dialog";
import { type OnceBlock, type OnceField, ShownOnce } from "../shown-once";

export type Once = {
  title: string;
  note: string;
  fields: readonly OnceField[];
  blocks?: readonly OnceBlock[];
  close?: string;
};

type OnceBoxProps = Once & { open: boolean; answer: Record<string, unknown>; onClose: () => void };

/** Shows what an act answered and will never show again; its button alone closes it. */
export const OnceBox = ({ open, answer, onClose, title, note, ...shown }: OnceBoxProps) => (
  <Dialog open={open} onOpenChange={(next) => (next ? null : onClose())}>
    <DialogContent
      title={title}
      description={note}
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => event.preventDefault()}
    >
      <ShownOnce {...shown} answer={answer} onClose={onClose} />
    </DialogContent>
  </Dialog>
);

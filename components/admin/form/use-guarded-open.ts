"use client";

import { useRef, useState } from "react";
import { mayClose } from "./use-unsaved";

/** The state of a dialog that asks before it drops what was typed into it. */
export function useGuardedOpen({
  isOpen = false,
  onClosed,
}: {
  isOpen?: boolean;
  onClosed?: () => void;
} = {}) {
  const [open, setOpen] = useState(isOpen);
  // Not a state: Escape right after a key must already know of it.
  const isDirty = useRef(false);

  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    isDirty.current = false;
    onClosed?.();
  }

  return {
    open,
    /** For the dialog itself: Escape, its close button, a Cancel button. */
    ask: async (next: boolean) => {
      if (next || (await mayClose(isDirty.current))) change(next);
    },
    close: () => change(false),
    onDirty: (next: boolean) => {
      isDirty.current = next;
    },
  };
}

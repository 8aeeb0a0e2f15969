"use client";

import { useRef, useState } from "react";
import { mayClose } from "./use-unsaved";

/** The state of a dialog that asks before it drops what was typed into it. */
export function useGuardedOpen() {
  const [open, setOpen] = useState(false);
  // Not a state: Escape right after a key must already know of it.
  const isDirty = useRef(false);

  function change(next: boolean) {
    setOpen(next);
    if (!next) isDirty.current = false;
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

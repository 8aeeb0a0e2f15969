"use client";

import { useRef } from "react";

/**
 * Gives the focus of a closed dialog back to what had it before, also to a button that is no trigger of the dialog: the
 * library knows of triggers alone and leaves the focus nowhere.
 */
export function useFocusBack() {
  const former = useRef<Element | null>(null);
  return {
    /** Call it while the dialog opens, before the focus moves. */
    note: () => {
      const focused = document.activeElement;
      // An entry of a menu is gone before the dialog is: the button of the menu stays.
      const menu = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby");
      former.current = menu ? document.getElementById(menu) : focused;
    },
    giveBack: (event: Event) => {
      const had = former.current;
      if (!(had instanceof HTMLElement) || !had.isConnected) return;
      event.preventDefault();
      // A key opened the dialog while the focus was nowhere: the reader goes on in the content.
      if (had === document.body) document.getElementById("content")?.focus({ preventScroll: true });
      else had.focus();
    },
  };
}

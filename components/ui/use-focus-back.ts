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
      // A dialog that a key opened while nothing had the focus leads to the content of the page.
      const isNowhere = former.current === document.body;
      const back = isNowhere ? document.getElementById("content") : former.current;
      if (!(back instanceof HTMLElement) || !back.isConnected) return;
      event.preventDefault();
      back.focus({ preventScroll: isNowhere });
    },
  };
}

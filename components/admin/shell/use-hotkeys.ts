"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { mayLeave } from "@/components/admin/form/use-unsaved";
import { allowedNavigation } from "./nav";
import { peekRow, tickRow, walkRows } from "./walk-rows";

const typing =
  "input, textarea, select, [contenteditable], [role='dialog'], [role='alertdialog'], [role='menu']";

/** Presses the button that sends the form in which somebody types, so that a text of several lines is sent without leaving it. */
function sendForm(from: EventTarget | null): boolean {
  if (!(from instanceof Element)) return false;
  const button = from.closest("form")?.querySelector<HTMLButtonElement>("button[type=submit]:not(:disabled)");
  button?.click();
  return button != null;
}

/** Ctrl-Enter sends a form, `/` and Ctrl-K search, `g` and a letter go, `j`, `k`, `x` and `p` walk, tick and look into the rows of a list, `?` tells. Never while somebody types or a dialog is open. */
export function useHotkeys(permissions: readonly string[], act: { search: () => void; help: () => void }) {
  const router = useRouter();
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });

  useEffect(() => {
    const targets = new Map<string, string>();
    for (const { items } of allowedNavigation(permissions)) {
      for (const item of items) if (item.hotkey) targets.set(item.hotkey, item.href);
    }
    let waitingUntil = 0;

    function press(event: KeyboardEvent) {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        latest.current.search();
        return;
      }
      if ((event.metaKey || event.ctrlKey) && event.key === "Enter" && !event.isComposing) {
        if (!event.defaultPrevented && sendForm(event.target)) event.preventDefault();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest(typing)) return;
      if (document.querySelector("[role='dialog'], [role='alertdialog']")) return;
      const target = performance.now() < waitingUntil ? targets.get(event.key) : undefined;
      waitingUntil = 0;
      if (target) {
        event.preventDefault();
        void mayLeave().then((leaves) => {
          if (leaves) router.push(target);
        });
      } else if (event.key === "g") {
        waitingUntil = performance.now() + 1500;
      } else if (event.key === "/") {
        event.preventDefault();
        const list = document.querySelector<HTMLInputElement>("[data-list-search]");
        if (list) {
          list.focus();
          list.select();
        } else latest.current.search();
      } else if (event.key === "j" || event.key === "k") {
        if (walkRows(event.key === "j" ? 1 : -1)) event.preventDefault();
      } else if (event.key === "x") {
        if (tickRow()) event.preventDefault();
      } else if (event.key === "p") {
        if (peekRow()) event.preventDefault();
      } else if (event.key === "?") {
        event.preventDefault();
        latest.current.help();
      }
    }
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [permissions, router]);
}

"use client";

import { useEffect, useRef } from "react";
import { type Draft, draftKey } from "./draft";

/**
 * Whoever logs in or registers while they fill in the form finds it as it was. It is kept only on this way: a page that is
 * opened anew begins anew.
 */
export function useDraft(slug: string, read: () => Draft, restore: (draft: Draft) => void): void {
  const latest = useRef({ read, restore });
  useEffect(() => {
    latest.current = { read, restore };
  });
  useEffect(() => {
    try {
      // Few visitors come back: what reads it has its script for itself.
      if (draftKey in sessionStorage)
        void import("./take-draft").then(({ takeDraft }) => {
          const draft = takeDraft(slug);
          if (draft) latest.current.restore(draft);
        });
    } catch {
      // Without storage the form begins anew.
    }
    const keep = ({ target }: Event) => {
      if (!(target as Element).closest("a[href^='/login'],a[href^='/register']")) return;
      try {
        sessionStorage.setItem(draftKey, JSON.stringify({ slug, ...latest.current.read() }));
      } catch {
        // As above.
      }
    };
    document.addEventListener("click", keep, true);
    return () => document.removeEventListener("click", keep, true);
  }, [slug]);
}

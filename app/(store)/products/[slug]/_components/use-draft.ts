"use client";

import { useEffect, useRef } from "react";
import { type Draft, keepDraft, noteDraft, takeDraft } from "@/components/store/draft";

/**
 * Keeps the form for buyers who log in or register while they fill it in, and for a reader whose page broke. It is
 * kept only on these ways: a page that is opened anew begins anew.
 */
export function useDraft(slug: string, read: () => Draft, restore: (draft: Draft) => void): void {
  const latest = useRef({ read, restore });
  useEffect(() => {
    latest.current = { read, restore };
  });
  useEffect(() => {
    const draft = takeDraft(slug);
    if (draft) latest.current.restore(draft);
    const current = () => ({ slug, ...latest.current.read() });
    const keep = ({ target }: Event) => {
      const leads = target instanceof Element && target.closest("a[href^='/login'],a[href^='/register']");
      if (leads) keepDraft(current());
    };
    document.addEventListener("click", keep, true);
    return () => {
      document.removeEventListener("click", keep, true);
      noteDraft(current());
    };
  }, [slug]);
}

"use client";

import { useEffect, useRef } from "react";

const storageKey = "keyshelf.draft";

/** What somebody chose and typed before they went to log in. */
export type Draft = {
  skuId: number | null;
  quantity: number;
  email: string;
  coupon: string | null;
  form: Record<string, string>;
};

type Kept = Draft & { slug: string };

const isText = (value: unknown): value is string => typeof value === "string";

/** The storage may have been changed by hand: what cannot be a draft is none. */
function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Kept | null;
    const isDraft =
      kept !== null &&
      isText(kept.slug) &&
      Number.isInteger(kept.quantity) &&
      isText(kept.email) &&
      (kept.coupon === null || isText(kept.coupon)) &&
      Object.values(kept.form).every(isText);
    return isDraft ? kept : null;
  } catch {
    return null;
  }
}

function takeDraft(slug: string): Draft | null {
  try {
    const kept = readKept(sessionStorage.getItem(storageKey));
    if (kept?.slug !== slug) return null;
    sessionStorage.removeItem(storageKey);
    const { slug: _, ...draft } = kept;
    return draft;
  } catch {
    return null;
  }
}

const leadsToLogin = ({ target }: Event): boolean => {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  return link instanceof HTMLAnchorElement && /\/(login|register)$/.test(link.pathname);
};

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
    const draft = takeDraft(slug);
    if (draft) latest.current.restore(draft);
    const keep = (event: Event) => {
      if (!leadsToLogin(event)) return;
      try {
        sessionStorage.setItem(storageKey, JSON.stringify({ slug, ...latest.current.read() }));
      } catch {
        // Without storage the form begins anew.
      }
    };
    document.addEventListener("click", keep, true);
    return () => document.removeEventListener("click", keep, true);
  }, [slug]);
}

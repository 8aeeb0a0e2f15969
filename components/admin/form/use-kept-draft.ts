"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useDraftOwner } from "./draft-owner";
import {
  browserStore,
  draftPlace,
  dropDraft,
  dropOldDrafts,
  type KeptDraft,
  keepDraft,
  readDrafts,
} from "./kept-drafts";

/** A pause of the typing. */
const pause = 400;

export type Offer = {
  at: number;
  /** Puts it on top of what is stored now. */
  take: () => void;
  drop: () => void;
};

type Kept<T> = {
  /** Names the form and its record; null keeps nothing. */
  form: string | null;
  values: T;
  /** Values that the server stored. */
  before: T;
  isDirty: boolean;
  /** Leaves out what must not stay in a browser: passwords, secrets, keys. */
  safe: (values: T) => T;
  restore: (values: T, before: T) => void;
  /** Leaving the page is no reason to lose it: it is there again by itself. */
  stays?: boolean;
};

/** The newest that another tab or visit left. */
const otherDraft = <T>(place: string, id: string): KeptDraft<T> | null =>
  readDrafts<T>(browserStore(), place, Date.now()).find((draft) => draft.id !== id) ?? null;

const newId = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;

/**
 * The one rule of drafts: what was typed and not sent is kept in this browser while the form is open, and offered when the form is
 * opened again after its tab was closed or its session ended. Saved, discarded or left on purpose, it is gone.
 */
export function useKeptDraft<T>({
  form,
  values,
  before,
  isDirty,
  safe,
  restore,
  stays = false,
}: Kept<T>): Offer | null {
  const owner = useDraftOwner();
  const place = owner !== null && form !== null ? draftPlace(owner, form) : null;
  const [id] = useState(newId);
  const [offered, setOffered] = useState<KeptDraft<T> | null>(null);
  const text = isDirty ? JSON.stringify(safe(values)) : "";
  const latest = useRef({ text, before, safe, restore });
  useEffect(() => {
    latest.current = { text, before, safe, restore };
  });

  const keep = useCallback(() => {
    const { text: typed, before: stored, safe: strip } = latest.current;
    if (place === null || typed === "") return;
    const kept: T = JSON.parse(typed);
    keepDraft(browserStore(), place, { id, at: Date.now(), values: kept, before: strip(stored) });
  }, [place, id]);

  useEffect(() => {
    if (place === null) return;
    dropOldDrafts(browserStore(), Date.now());
    const found = otherDraft<T>(place, id);
    if (!stays || found === null) return setOffered(found);
    latest.current.restore(found.values, found.before);
    dropDraft(browserStore(), place, found.id, Date.now());
  }, [place, id, stays]);

  useEffect(() => {
    if (place === null) return;
    if (text === "") return dropDraft(browserStore(), place, id, Date.now());
    const timer = setTimeout(keep, pause);
    // A tab that is closed within the pause.
    addEventListener("pagehide", keep);
    return () => {
      clearTimeout(timer);
      removeEventListener("pagehide", keep);
    };
  }, [place, id, text, keep]);

  // A form that goes while its page stays was sent, or somebody agreed to lose what it holds.
  useEffect(() => {
    if (place === null) return;
    return stays ? keep : () => dropDraft(browserStore(), place, id, Date.now());
  }, [place, id, stays, keep]);

  if (place === null || offered === null) return null;
  const end = () => {
    dropDraft(browserStore(), place, offered.id, Date.now());
    setOffered(otherDraft(place, id));
  };
  return {
    at: offered.at,
    take: () => {
      restore(offered.values, offered.before);
      end();
    },
    drop: end,
  };
}

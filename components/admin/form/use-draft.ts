"use client";

import { type Dispatch, type SetStateAction, useState } from "react";
import { type Offer, useKeptDraft } from "./use-kept-draft";

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

type Stored<T> = {
  /** Another text means that the server says something else now. */
  version: string;
  read: () => T;
  /** Somebody else saved what this form was about to write. */
  isConflict: boolean;
  /** `typed` on top of what the other operator stored: `before` is what both began with. */
  merge: (typed: T, before: T, stored: T) => T;
  /** Kept in the browser until it is sent; without it only while the form is open. */
  keep: {
    /** Names the form and its record. */
    form: string;
    /** Leaves out passwords, secrets and keys. */
    safe?: (values: T) => T;
  } | null;
};

export type Draft<T> = {
  draft: T;
  /** Values that the server stored, as far as this form knows. */
  saved: T;
  isDirty: boolean;
  setDraft: Dispatch<SetStateAction<T>>;
  setSaved: Dispatch<SetStateAction<T>>;
  /** The draft of before that was never sent. */
  offer: Offer | null;
  /** After a conflict: what both began with, and what somebody else saved. Null once the form is saved or discarded. */
  conflict: { before: T; theirs: T } | null;
};

const asItIs = <T>(values: T): T => values;

/**
 * Holds a form's values beside the stored ones. Nothing that was typed is lost: the server's values of now take the
 * place of the former ones unless something was typed; after a conflict what was typed stays, and saving again means
 * it.
 */
export function useDraft<T>({ version, read, isConflict, merge, keep }: Stored<T>): Draft<T> {
  const [saved, setSaved] = useState(read);
  const [draft, setDraft] = useState(saved);
  const [known, setKnown] = useState(version);
  const [conflict, setConflict] = useState<Draft<T>["conflict"]>(null);
  const isDirty = !isSame(draft, saved);
  if (version !== known && (!isDirty || isConflict)) {
    const next = read();
    setKnown(version);
    setSaved(next);
    setDraft(isDirty ? merge(draft, saved, next) : next);
    setConflict(isDirty ? { before: saved, theirs: next } : null);
  }
  if (conflict !== null && !isDirty) setConflict(null);
  const offer = useKeptDraft({
    form: keep?.form ?? null,
    values: draft,
    before: saved,
    isDirty,
    safe: keep?.safe ?? asItIs,
    restore: (values, before) => setDraft((typed) => merge(values, before, typed)),
  });
  return { draft, saved, isDirty, setDraft, setSaved, offer, conflict };
}

/** Members that were changed here and by somebody else, and now say different things. */
export function changedByBoth<T extends object>(draft: T, conflict: Draft<T>["conflict"]): (keyof T)[] {
  const names: (keyof T)[] = [];
  if (!conflict) return names;
  const { before, theirs } = conflict;
  for (const name in theirs)
    if (!isSame(theirs[name], before[name]) && !isSame(draft[name], theirs[name])) names.push(name);
  return names;
}

"use client";

import { type Dispatch, type SetStateAction, useState } from "react";

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

type Stored<T> = {
  /** Another text means that the server says something else now. */
  version: string;
  read: () => T;
  /** Somebody else saved what this form was about to write. */
  isConflict: boolean;
  /** `typed` on top of what the other operator stored: `before` is what both began with. */
  merge: (typed: T, before: T, stored: T) => T;
};

export type Draft<T> = {
  draft: T;
  /** Values that the server stored, as far as this form knows. */
  saved: T;
  isDirty: boolean;
  setDraft: Dispatch<SetStateAction<T>>;
  setSaved: Dispatch<SetStateAction<T>>;
};

/**
 * Holds a form's values beside the stored ones. Nothing that was typed is lost: the server's values of now take the
 * place of the former ones unless something was typed; after a conflict what was typed stays, and saving again means
 * it.
 */
export function useDraft<T>({ version, read, isConflict, merge }: Stored<T>): Draft<T> {
  const [saved, setSaved] = useState(read);
  const [draft, setDraft] = useState(saved);
  const [known, setKnown] = useState(version);
  const isDirty = !isSame(draft, saved);
  if (version !== known && (!isDirty || isConflict)) {
    const next = read();
    setKnown(version);
    setSaved(next);
    setDraft(isDirty ? merge(draft, saved, next) : next);
  }
  return { draft, saved, isDirty, setDraft, setSaved };
}

"use client";

import { useEffect, useId } from "react";

/** The forms of the page that hold something that is not saved. */
const unsaved = new Set<string>();

type Ask = () => Promise<boolean>;
let ask: Ask = () => Promise.resolve(true);

/** The dialog that asks registers itself here; there is one in the frame of every admin page. */
export function setAsk(next: Ask): () => void {
  ask = next;
  return () => {
    ask = () => Promise.resolve(true);
  };
}

export const hasUnsaved = (): boolean => unsaved.size > 0;
export const forgetUnsaved = (): void => unsaved.clear();

/** True at once when nothing can be lost, else what the operator answers. */
export async function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return true;
  const leaves = await ask();
  if (leaves) forgetUnsaved();
  return leaves;
}

/** For a dialog that closes: asks about its own form only. */
export const mayClose = (isDirty: boolean): Promise<boolean> => (isDirty ? ask() : Promise.resolve(true));

/** While `isDirty`, links, Back, the palette and a reload ask before they leave the page. */
export function useUnsaved(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    unsaved.add(id);
    return () => {
      unsaved.delete(id);
    };
  }, [id, isDirty]);
}

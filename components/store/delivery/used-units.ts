"use client";

import { useMemo, useSyncExternalStore } from "react";

const storageKey = "keyshelf.used";
const changed = "keyshelf:used";

/** Lines of orders whose marks this browser keeps, the latest first. */
const kept = 100;

type Marks = readonly (readonly [line: string, numbers: readonly number[]])[];

/** The storage may have been changed by hand. */
function readMarks(text: string): Marks {
  try {
    const marks: unknown = JSON.parse(text);
    return Array.isArray(marks)
      ? marks.filter((mark): mark is Marks[number] => typeof mark?.[0] === "string" && Array.isArray(mark[1]))
      : [];
  } catch {
    return [];
  }
}

function stored(): string {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

function subscribe(tell: () => void): () => void {
  window.addEventListener(changed, tell);
  window.addEventListener("storage", tell);
  return () => {
    window.removeEventListener(changed, tell);
    window.removeEventListener("storage", tell);
  };
}

/** Units of an order's line that its buyer has ticked off, by their numbers. Kept in this browser alone. */
export function useUsedUnits(line: string): { used: ReadonlySet<number>; toggle: (number: number) => void } {
  const text = useSyncExternalStore(subscribe, stored, () => "");
  const used = useMemo(() => new Set(readMarks(text).find(([name]) => name === line)?.[1]), [text, line]);
  function toggle(number: number) {
    const next = new Set(used);
    if (!next.delete(number)) next.add(number);
    const others = readMarks(stored()).filter(([name]) => name !== line);
    try {
      localStorage.setItem(storageKey, JSON.stringify([[line, [...next]], ...others].slice(0, kept)));
    } catch {
      // A browser that keeps nothing ticks nothing off.
    }
    window.dispatchEvent(new Event(changed));
  }
  return { used, toggle };
}

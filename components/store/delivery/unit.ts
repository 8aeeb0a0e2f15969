import type { ReactNode } from "react";

/** One unit, as each kind of goods draws it. */
export interface Unit {
  secret: string;
  number: number;
  total: number;
  isUsed?: boolean;
  /** Button that ticks the unit off. */
  mark?: ReactNode;
}

/** Look of the words of a unit that was ticked off. */
export const usedClass = "text-ink-muted line-through print:no-underline";

import type { View } from "./views";

interface Known {
  fault: RegExp;
  /** Its pages; everywhere without one. */
  at?: RegExp;
  why: string;
}

/** Faults of pages that are not repaired yet. Nothing is added here without a reason. */
const known: readonly Known[] = [];

const seen = new Set<Known>();

export function isKnown(fault: string, { page: { address } }: View): boolean {
  const found = known.find((one) => one.fault.test(fault) && (one.at?.test(address) ?? true));
  if (found) seen.add(found);
  return found !== undefined;
}

/** Entries that no view has needed. */
export const neverSeen = (): string[] => known.filter((one) => !seen.has(one)).map(({ why }) => why);

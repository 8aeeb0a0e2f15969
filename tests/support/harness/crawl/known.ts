import type { View } from "./views";

interface Known {
  fault: RegExp;
  /** Its pages; everywhere without one. */
  at?: RegExp;
  why: string;
}

/** Faults of pages that are not mended yet. Nothing is added here without a reason. */
const known: readonly Known[] = [
  { fault: /^cut: /, why: "words of lists are cut without a tooltip" },
  {
    fault: /^axe: target-size: /,
    why: "links of the menu, of cards on a phone and of details are under 24 px",
  },
  { fault: /^axe: scrollable-region-focusable: /, why: "areas that scroll take no focus" },
  {
    fault: /^axe: link-in-text-block: /,
    at: /money-requests/,
    why: "a link of Approvals is told by its colour alone",
  },
  { fault: /^focus: the dialog begins at its cross/, why: "dialogs begin with the focus on Close" },
];

const seen = new Set<Known>();

export function isKnown(fault: string, { page: { address } }: View): boolean {
  const found = known.find((one) => one.fault.test(fault) && (one.at?.test(address) ?? true));
  if (found) seen.add(found);
  return found !== undefined;
}

/** Entries that no view has needed. */
export const neverSeen = (): string[] => known.filter((one) => !seen.has(one)).map(({ why }) => why);

/**
 * The frame of a wide table: it scrolls by itself, can be reached by keyboard even when nothing in it can, and holds
 * what is hidden from sight (which would widen the page otherwise).
 */
export const scrollable = {
  tabIndex: 0,
  className: "relative overflow-x-auto rounded-lg border border-line bg-surface focus-visible:rounded-lg",
} as const;

// On globalThis because Next bundles this module more than once.
declare global {
  var keyshelfAwayAt: number | undefined;
}
const holder = globalThis;

/** A page failed because the database is away: its answer is another than that of a fault (server/door/away-page.ts). */
export function noteAway(): void {
  holder.keyshelfAwayAt = performance.now();
}

/** By `performance.now()`. */
export const lastAwayAt = (): number => holder.keyshelfAwayAt ?? Number.NEGATIVE_INFINITY;

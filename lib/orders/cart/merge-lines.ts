import { mostUnits } from "../../catalogue/schema";
import { mostLines } from "../schema";
import type { CartLine } from "./schema";

/** Lines that ask for the same: their numbers add up. */
function nameOf({ sku_id, form = {}, pick }: CartLine): string {
  const answers = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sku_id, pick ?? null, answers]);
}

/** A key that was chosen is there once. */
function sumOf(before: CartLine, added: CartLine): CartLine {
  const quantity = added.pick === undefined ? Math.min(mostUnits, before.quantity + added.quantity) : 1;
  return { ...before, ...added, quantity };
}

/** Adds lines to a cart. `leftOut` counts those for which it has no place. */
export function mergeLines(
  before: readonly CartLine[],
  added: readonly CartLine[],
): { lines: CartLine[]; leftOut: number } {
  const lines = new Map(before.map((line) => [nameOf(line), line]));
  let leftOut = 0;
  for (const line of added) {
    const name = nameOf(line);
    const same = lines.get(name);
    if (same) lines.set(name, sumOf(same, line));
    else if (lines.size < mostLines) lines.set(name, line);
    else leftOut += 1;
  }
  return { lines: [...lines.values()], leftOut };
}

import { db } from "../../db/client";
import { findOptionsByCode } from "../sql/key-imports";
import type { ReadKey } from "./read-key";
import type { LineReason } from "./schema";

/** The option of each key, for as long as one run lasts: what stands in a file thousands of times is asked for once. */
export function openOptionIndex(ownSkuId: number | null) {
  const known = new Map<string, { id: number; slug: string }[]>();

  async function learn(keys: readonly ReadKey[]): Promise<void> {
    const codes = [...new Set(keys.flatMap(({ option }) => (option ? [option.code] : [])))];
    const missing = codes.filter((code) => !known.has(code));
    if (missing.length === 0) return;
    const rows = await findOptionsByCode(db(), missing);
    for (const code of missing)
      known.set(
        code,
        rows.filter((row) => row.code === code),
      );
  }

  function find({ option }: ReadKey): number | LineReason {
    if (!option) return ownSkuId ?? "unknown_option";
    const all = known.get(option.code) ?? [];
    const fitting = option.slug === null ? all : all.filter(({ slug }) => slug === option.slug);
    // Where a code stands for several, the option that the import was begun at is meant.
    const own = fitting.find(({ id }) => id === ownSkuId);
    const [first, second] = own ? [own] : fitting;
    if (!first) return "unknown_option";
    return second ? "several_options" : first.id;
  }

  return { learn, find };
}

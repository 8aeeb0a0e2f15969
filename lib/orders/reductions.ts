import { z } from "zod";
import { toMoney } from "../core/wire";
import { reductionKinds } from "../pricing/schema";
import type { Reduction } from "../pricing/types";
import type { ReductionView } from "./schema";

const stored = z.array(
  z.object({
    kind: z.enum(reductionKinds),
    name: z.string().nullable(),
    cents: z.string().transform(BigInt),
  }),
);

/** As the order keeps them: a coupon or level that is renamed later changes no receipt. */
export const storeReductions = (reductions: readonly Reduction[]) =>
  reductions.map(({ kind, name, cents }) => ({ kind, name, cents: String(cents) }));

export const viewReductions = (reductions: readonly Reduction[]): ReductionView[] =>
  reductions.map(({ kind, name, cents }) => ({ kind, name, amount: toMoney(cents) }));

/** @returns nothing for an order from before they were kept */
export const readReductions = (value: unknown): { reductions?: ReductionView[] } =>
  value === null ? {} : { reductions: viewReductions(stored.parse(value)) };

import { type Cents, shopStep } from "../../core/money";
import { divideUp, rateScale } from "../../core/rate";

export interface PriceRule {
  /** Units of our currency for one of the main site's, in hundred-millionths. */
  rateE8: bigint;
  /** Hundredths of a percent added to the cost. */
  markupBps: number;
  fixedCents: Cents;
  /** The price is rounded up to a multiple of this. */
  roundToCents: Cents;
}

const bpsScale = 10_000n;

const upToStep = (amount: Cents): Cents => divideUp(amount, shopStep()) * shopStep();

/**
 * Converts the cost of a unit to our currency's steps: rounded up, so that we never believe a thing cheaper than it
 * is.
 */
export const localCost = (upstreamCents: Cents, rule: Pick<PriceRule, "rateE8">): Cents =>
  divideUp(upstreamCents * rule.rateE8, rateScale * shopStep()) * shopStep();

/** C61: cost × rate × (1 + markup) + fixed, rounded up to a multiple, and never below the cost. One rounding only. */
export function localPrice(upstreamCents: Cents, rule: PriceRule): Cents {
  const marked = upstreamCents * rule.rateE8 * (bpsScale + BigInt(rule.markupBps));
  const exact = divideUp(marked, rateScale * bpsScale) + rule.fixedCents;
  const rounded = divideUp(exact, rule.roundToCents) * rule.roundToCents;
  const cost = localCost(upstreamCents, rule);
  if (rounded >= cost) return upToStep(rounded);
  return cost;
}

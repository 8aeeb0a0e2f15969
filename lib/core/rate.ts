import { z } from "zod";
import { type Cents, mulDivRound } from "./money";
import { rule } from "./refusals/refusal";
import { describedAs } from "./wire";

/** An exchange rate as it comes in: a decimal text, so that no float touches money. */
export const rateIn = describedAs(
  z
    .string({ error: rule("decimal_text") })
    .regex(/^\d{1,9}(\.\d{1,8})?$/, rule("decimal_8"))
    .refine((text) => Number(text) > 0, { error: rule("positive_number") }),
  { is: { type: "string", pattern: "^(?=.*[1-9])[0-9]{1,9}(\\.[0-9]{1,8})?$" } },
);

export const rateScale = 100_000_000n;

/** `1.25` from the database's decimal as hundred-millionths. */
export const toRateE8 = (decimal: { toFixed(digits: number): string }): bigint =>
  BigInt(decimal.toFixed(8).replace(".", ""));

export const divideUp = (numerator: bigint, denominator: bigint): bigint =>
  (numerator + denominator - 1n) / denominator;

export const roundings = ["up", "nearest"] as const;
export type Rounding = (typeof roundings)[number];

/** Rounded once, to a multiple of `step`: `up` never takes less than the rate says, `nearest` half away from zero. */
export const exchangeCents = (cents: Cents, rateE8: bigint, rounding: Rounding, step: Cents = 1n): Cents =>
  step *
  (rounding === "up"
    ? divideUp(cents * rateE8, rateScale * step)
    : mulDivRound(cents, rateE8, rateScale * step));

import { z } from "zod";
import { type Cents, mulDivRound, partOf } from "./money";
import { rule } from "./refusals/refusal";
import { shapedAs } from "./shaped-text";
import { describedAs } from "./shapes/described";

/** An exchange rate as it comes in: a decimal text, so that no float touches money. */
export const rateIn = describedAs(
  z
    .string({ error: rule("decimal_text") })
    .check(...shapedAs(/^\d{1,9}(\.\d{1,8})?$/, rule("decimal_8")))
    .refine((text) => Number(text) > 0, { error: rule("positive_number") }),
  { is: { type: "string", pattern: "^([1-9][0-9]{0,8}(\\.[0-9]{1,8})?|0\\.[0-9]{0,7}[1-9])$" } },
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

export interface TaxRate {
  /** Two letters; `*` is every country that is not named, and none that is known. */
  country: string;
  /** Hundredths of a percent. */
  bps: number;
}

const taxLine = /^([A-Z]{2}|\*) (\d{1,2})(?:\.(\d{1,2}))?$/;

/** `DE 19`, one a line. @returns null for a text that is something else */
export function readTaxRates(text: string): TaxRate[] | null {
  const rates: TaxRate[] = [];
  for (const written of text.split("\n").map((one) => one.trim().toUpperCase())) {
    if (written === "") continue;
    const [whole, country = "", units = "", hundredths = ""] = taxLine.exec(written) ?? [];
    if (!whole || rates.some((rate) => rate.country === country)) return null;
    rates.push({ country, bps: Number(units) * 100 + Number(hundredths.padEnd(2, "0")) });
  }
  return rates;
}

export function findTaxRate(text: string | null, country: string | null): TaxRate | null {
  const rates = readTaxRates(text ?? "") ?? [];
  const of = (wanted: string) => rates.find((rate) => rate.country === wanted);
  return (country === null ? undefined : of(country)) ?? of("*") ?? null;
}

/** The tax in a sum that includes it, rounded once. */
export const taxIn = (grossCents: bigint, bps: number): bigint =>
  partOf(grossCents, BigInt(bps), BigInt(10_000 + bps));

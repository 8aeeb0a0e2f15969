import type { Cents } from "../../core/money";

/** ISO 4217 without decimals, as card gateways count them. */
const withoutDecimals = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const withThreeDecimals = new Set("BHD JOD KWD OMR TND".split(" "));
/** Counted in hundredths by tradition, and whole all the same. */
const wholeHundreds = new Set("ISK UGX".split(" "));

/** The shop keeps hundredths of every currency: what can be paid of this one is a multiple of it. */
export const stepOf = (currency: string): Cents =>
  withoutDecimals.has(currency) || wholeHundreds.has(currency) ? 100n : 1n;

export function toMinorUnits(cents: Cents, currency: string): number {
  if (withoutDecimals.has(currency)) return Number(cents / 100n);
  return Number(withThreeDecimals.has(currency) ? cents * 10n : cents);
}

/** `undefined` for what is no amount, or finer than a hundredth. */
export function fromMinorUnits(units: unknown, currency: string): Cents | undefined {
  if (typeof units !== "number" || !Number.isSafeInteger(units) || units < 0) return undefined;
  const amount = BigInt(units);
  if (withoutDecimals.has(currency)) return amount * 100n;
  if (!withThreeDecimals.has(currency)) return amount;
  return amount % 10n === 0n ? amount / 10n : undefined;
}

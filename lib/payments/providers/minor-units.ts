import { type Cents, decimalsOf } from "../../core/money";

/** Counted in hundredths by card gateways, although nobody pays less than a whole one. */
const inHundredths = new Set(["ISK", "UGX"]);

const minorDecimals = (currency: string) => (inHundredths.has(currency) ? 2 : decimalsOf(currency));

export function toMinorUnits(cents: Cents, currency: string): number {
  const decimals = minorDecimals(currency);
  if (decimals === 0) return Number(cents / 100n);
  return Number(decimals === 3 ? cents * 10n : cents);
}

/** `undefined` for what is no amount, or finer than a hundredth. */
export function fromMinorUnits(units: unknown, currency: string): Cents | undefined {
  if (typeof units !== "number" || !Number.isSafeInteger(units) || units < 0) return undefined;
  const amount = BigInt(units);
  const decimals = minorDecimals(currency);
  if (decimals === 0) return amount * 100n;
  if (decimals === 2) return amount;
  return amount % 10n === 0n ? amount / 10n : undefined;
}

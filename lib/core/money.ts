/** Money is bigint minor units (hundredths) everywhere inside; strings with two decimals on the wire. */
export type Cents = bigint;

export const maxCents: Cents = 99_999_999_999_999n;

const incoming = /^\d{1,12}(\.\d{1,2})?$/;

/** `undefined` for anything but `digits[.d[d]]` in ASCII digits. */
export function parseMoney(text: string): Cents | undefined {
  if (!incoming.test(text)) return undefined;
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, "0"));
}

/** ISO 4217 without decimals. ISK and UGX are counted in hundredths by tradition, and are whole all the same. */
const withoutDecimals = new Set(
  "BIF CLP DJF GNF ISK JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split(" "),
);
const withThreeDecimals = new Set("BHD JOD KWD OMR TND".split(" "));

/** How many digits people write behind the point of this currency. */
export const decimalsOf = (currency: string): 0 | 2 | 3 =>
  withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;

/** The shop keeps hundredths of every currency: what can be paid of this one is a multiple of it. */
export const stepOf = (currency: string): Cents => (decimalsOf(currency) === 0 ? 100n : 1n);

/** A wire amount as people write it: `1000.00` yen are `1000`. A fraction that is there is never hidden. */
export function writeAmount(amount: string, currency: string): string {
  const decimals = decimalsOf(currency);
  if (decimals === 0) return amount.replace(/\.00$/, "");
  return decimals === 3 ? `${amount}0` : amount;
}

/** The same of an amount that the shop keeps. */
export const writeCents = (cents: Cents, currency: string): string =>
  writeAmount(formatMoney(cents), currency);

/** "12.90 USD", where a text has no place for signs of currencies. */
export const nameAmount = (amount: string, currency: string): string =>
  `${writeAmount(amount, currency)} ${currency}`;

// On globalThis: Next builds several bundles of one process, and all of them price.
declare global {
  var keyshelfCurrency: string | undefined;
}
const shop = globalThis;

/** With the settings; in the admin's browser with the first page. */
export function setShopCurrency(currency: string): void {
  shop.keyshelfCurrency = currency;
}

/** Smallest step of the shop's prices. */
export const shopStep = (): Cents => stepOf(shop.keyshelfCurrency ?? "USD");

/** An amount of the shop's currency, as it stands in a field or in a table for a spreadsheet. */
export const writeShopAmount = (amount: string): string =>
  writeAmount(amount, shopStep() === 1n ? "USD" : "JPY");

/** The same of hundredths. */
export const writeShopCents = (cents: Cents): string => writeShopAmount(formatMoney(cents));

export function formatMoney(cents: Cents): string {
  const sign = cents < 0n ? "-" : "";
  const absolute = cents < 0n ? -cents : cents;
  return `${sign}${absolute / 100n}.${(absolute % 100n).toString().padStart(2, "0")}`;
}

export const sumCents = (amounts: Iterable<Cents>): Cents => {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
};

export const minCents = (a: Cents, b: Cents): Cents => (a < b ? a : b);

/** `amount × numerator / denominator`, half away from zero. Amounts are never negative here. */
export const mulDivRound = (amount: Cents, numerator: bigint, denominator: bigint): Cents =>
  (amount * numerator * 2n + denominator) / (denominator * 2n);

/** A part of a price, rounded to what the shop's currency knows. */
export const partOf = (amount: Cents, numerator: bigint, denominator: bigint): Cents =>
  mulDivRound(amount, numerator, denominator * shopStep()) * shopStep();

/** Fee that a payment channel adds to an amount. `feeBps` are hundredths of a percent. */
export const feeOf = (amount: Cents, feeBps: number): Cents => partOf(amount, BigInt(feeBps), 10_000n);

/** Splits `total` over `weights` so that the parts sum to it exactly (largest remainder, first come first). */
export function allocateCents(total: Cents, weights: readonly Cents[]): Cents[] {
  const whole = sumCents(weights);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? total : 0n));
  // Whole yen are shared out in whole yen.
  const step = total % shopStep() === 0n ? shopStep() : 1n;
  const units = total / step;
  const parts = weights.map((weight) => (units * weight) / whole);
  const order = weights
    .map((weight, index) => ({ index, remainder: (units * weight) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  let left = units - sumCents(parts);
  for (const { index } of order) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map((part) => part * step);
}

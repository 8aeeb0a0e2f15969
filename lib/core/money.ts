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

/** What a payment channel adds to an amount. `feeBps` are hundredths of a percent. */
export const feeOf = (amount: Cents, feeBps: number): Cents => mulDivRound(amount, BigInt(feeBps), 10_000n);

/** Splits `total` over `weights` so that the parts sum to it exactly (largest remainder, first come first). */
export function allocateCents(total: Cents, weights: readonly Cents[]): Cents[] {
  const whole = sumCents(weights);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? total : 0n));
  const parts = weights.map((weight) => (total * weight) / whole);
  const order = weights
    .map((weight, index) => ({ index, remainder: (total * weight) % whole }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  let left = total - sumCents(parts);
  for (const { index } of order) {
    if (left === 0n) break;
    parts[index] = (parts[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts;
}

import { formatMoney, parseMoney, partOf, shopStep, sumCents } from "@/lib/core/money";

interface Counted {
  price: string;
  quantity: string;
}

/** Sum of the parts' own prices, and less the percentage: as the server rounds it. */
export function bundlePrice(
  parts: readonly Counted[],
  percent: string,
): { sum: string; price: string | null } {
  const cents = sumCents(
    parts.map(({ price, quantity }) => {
      const units = /^\d{1,3}$/.test(quantity) ? BigInt(quantity) : 0n;
      return (parseMoney(price) ?? 0n) * units;
    }),
  );
  const off = /^\d{1,2}$/.test(percent) ? BigInt(percent) : null;
  const reduced = off === null ? null : partOf(cents, 100n - off, 100n);
  const least = cents === 0n ? 0n : shopStep();
  return {
    sum: formatMoney(cents),
    price: reduced === null ? null : formatMoney(reduced < least ? least : reduced),
  };
}

import type { z } from "zod";
import type { heldRow } from "@/lib/interconnect/main/admin/schema";

export type HeldOrder = Pick<
  z.infer<typeof heldRow>,
  "order_no" | "site" | "settlement_mode" | "amount" | "deposit"
>;

interface SiteCost {
  site: HeldOrder["site"];
  amount: string;
  deposit: string;
  /** Rest of the deposit, or the sum that it lacks. */
  left: string;
  isShort: boolean;
}

const cents = (amount: string) => Math.round(Number(amount) * 100);
const money = (sum: number) => (sum / 100).toFixed(2);

/**
 * Adds up the sums that a release takes from the deposit of each prepaid agent, and that it books on account: null
 * where there is none.
 */
export function releaseCosts(
  rows: readonly HeldOrder[],
  isOutside: boolean,
): { taken: SiteCost[]; onAccount: string | null } {
  const isTaken = (row: HeldOrder) => row.settlement_mode === "prepaid" && !isOutside;
  const sites = new Map<number, HeldOrder[]>();
  for (const row of rows.filter(isTaken)) sites.set(row.site.id, [...(sites.get(row.site.id) ?? []), row]);
  const sum = (some: readonly HeldOrder[]) => some.reduce((all, { amount }) => all + cents(amount), 0);
  const others = rows.filter((row) => !isTaken(row));
  return {
    taken: [...sites.values()].flatMap((orders) => {
      const [first] = orders;
      if (!first) return [];
      const left = cents(first.deposit) - sum(orders);
      return {
        site: first.site,
        amount: money(sum(orders)),
        deposit: first.deposit,
        left: money(Math.abs(left)),
        isShort: left < 0,
      };
    }),
    onAccount: others.length > 0 ? money(sum(others)) : null,
  };
}

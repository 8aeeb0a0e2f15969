import { formatMoney, parseMoney } from "@/lib/core/money";
import type { OrderDetail } from "@/lib/orders/schema";

/** What a gateway still has to bring in: the part that is set aside in the buyer's balance is paid with it. */
export function leftToPay(order: Pick<OrderDetail, "amount" | "wallet_paid_amount">): string {
  const left = (parseMoney(order.amount) ?? 0n) - (parseMoney(order.wallet_paid_amount) ?? 0n);
  return formatMoney(left < 0n ? 0n : left);
}

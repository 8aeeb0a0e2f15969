import { feeOf, formatMoney, parseMoney } from "@/lib/core/money";
import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentChannelView } from "@/lib/payments/schema";

/** Sum that a gateway still has to bring in: the part that is set aside in the buyer's balance is paid with it. */
export function leftToPay(order: Pick<OrderDetail, "amount" | "wallet_paid_amount">): string {
  const left = (parseMoney(order.amount) ?? 0n) - (parseMoney(order.wallet_paid_amount) ?? 0n);
  return formatMoney(left < 0n ? 0n : left);
}

/** The amount with what the channel adds, rounded as the server does it. */
export function withFee(amount: string, channel: Pick<PaymentChannelView, "fee_rate"> | undefined): string {
  const base = parseMoney(amount) ?? 0n;
  const feeBps = Math.round(Number(channel?.fee_rate ?? 0) * 100);
  return formatMoney(base + feeOf(base, feeBps));
}

/** How much more the one is than the other; null for nothing. */
export function differenceOf(amount: string, less: string): string | null {
  const more = (parseMoney(amount) ?? 0n) - (parseMoney(less) ?? 0n);
  return more > 0n ? formatMoney(more) : null;
}

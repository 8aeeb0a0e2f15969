import { parseMoney } from "@/lib/core/money";
import type { AdminOrderDetail } from "@/lib/orders/staff/admin-schema";

type Refundable = "wallet" | "gateway" | "deposit" | "manual";

const methodsOf: Record<AdminOrderDetail["buyer"], readonly Refundable[]> = {
  guest: ["manual"],
  user: ["wallet", "manual"],
  site: ["deposit", "manual"],
};

/** Where the money came from is where it goes back, if that is possible. */
export function refundMethods({ buyer, gateway_refund }: AdminOrderDetail) {
  const gateway = parseMoney(gateway_refund?.left ?? "0") ? gateway_refund : null;
  const methods: readonly Refundable[] = gateway ? ["gateway", ...methodsOf[buyer]] : methodsOf[buyer];
  return { gateway, methods };
}

export const isOpenForRefund = ({ payment_status }: AdminOrderDetail["order"]): boolean =>
  payment_status === "paid" || payment_status === "partially_refunded";

/** Sum that was paid and not paid back yet. */
export const refundableCents = ({ amount, refunded_amount }: AdminOrderDetail["order"]): bigint =>
  (parseMoney(amount) ?? 0n) - (parseMoney(refunded_amount) ?? 0n);

type Item = AdminOrderDetail["order"]["items"][number];

/** The seller's server made its part of the item, and the buyer does not have it: a person's part is missing, or it was paid back. */
export const isKeptPart = ({ server_requests }: AdminOrderDetail, { id, fulfillment }: Item): boolean =>
  fulfillment.delivered_at === undefined &&
  server_requests.some((request) => request.item === id && request.status === "delivered");

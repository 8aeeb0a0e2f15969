import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentView } from "@/lib/payments/schema";

/** Answer to creating or paying an order. */
export type PlacedOrder = OrderDetail & { payment?: PaymentView; guest_token?: string };

const prefix = "keyshelf.payment.";

/** Carries a fresh payment from the purchase to the pay page, so that the gateway is asked once and not twice. */
export function keepPayment(orderNo: string, payment: PaymentView): void {
  try {
    sessionStorage.setItem(prefix + orderNo, JSON.stringify(payment));
  } catch {
    // The pay page asks for a payment of its own then.
  }
}

export function readKeptPayment(orderNo: string): PaymentView | null {
  try {
    const payment: PaymentView | null = JSON.parse(sessionStorage.getItem(prefix + orderNo) ?? "null");
    return payment && Date.parse(payment.expires_at) > Date.now() ? payment : null;
  } catch {
    return null;
  }
}

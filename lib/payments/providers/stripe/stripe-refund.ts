import type Stripe from "stripe";
import { GatewayError } from "../../gateway-request";
import type { RefundOrder, RefundResult } from "../../provider";
import { toMinorUnits } from "../minor-units";
import { askStripe, refusalOf, type StripeSettings } from "./stripe-account";

function resultOf({ status, failure_reason }: Stripe.Refund): RefundResult {
  if (status === "succeeded") return { state: "done" };
  if (status === "failed" || status === "canceled")
    return { state: "failed", message: failure_reason ?? status };
  return { state: "pending" };
}

/** The refund number is Stripe's idempotency key: asked twice, it answers with the first refund. */
export async function refundIntent(settings: StripeSettings, order: RefundOrder): Promise<RefundResult> {
  try {
    const refund = await askStripe(settings, "stripe.refund", ({ refunds }) =>
      refunds.create(
        {
          payment_intent: order.payment.tradeNo,
          amount: toMinorUnits(order.amountCents, order.currency),
          metadata: { refund_no: order.refundNo },
        },
        { idempotencyKey: `keyshelf-refund-${order.refundNo}` },
      ),
    );
    return resultOf(refund);
  } catch (error) {
    const message = error instanceof GatewayError ? await refusalOf(error.cause) : null;
    if (message === null) throw error;
    return { state: "failed", message };
  }
}

/** Its keys are forgotten after a while, so what was made is found by our number in its metadata. */
export async function findRefund(settings: StripeSettings, order: RefundOrder): Promise<RefundResult> {
  const { data } = await askStripe(settings, "stripe.refund_query", ({ refunds }) =>
    refunds.list({ payment_intent: order.payment.tradeNo, limit: 100 }),
  );
  const made = data.find(({ metadata }) => metadata?.refund_no === order.refundNo);
  return made ? resultOf(made) : { state: "unknown" };
}

import { type Problem, problem } from "../../../core/refusals/refusal";
import { isRecord } from "../../../core/shapes/records";
import { tradeLimits } from "../../schema";

interface Ordered {
  upstreamProductId: number;
  upstreamSkuId: number;
  quantity: number;
  downstreamOrderNo: string;
  orderItem: { form: unknown; order: { orderNo: string; email: string | null } };
}

/** Reads our buyer's answers, for a main site that asks the same (its form reads `metadata`). */
const formOf = (form: unknown) => (isRecord(form) ? form : {});

/** The order as the main site is asked for it, or why no main site can take it: said before anybody pays. */
export function orderBody(
  purchase: Ordered,
  sharesBuyerEmail: boolean,
): { body: Record<string, unknown> } | { problem: Problem } {
  const { email, orderNo } = purchase.orderItem.order;
  const metadata = { ...formOf(purchase.orderItem.form), order_no: orderNo };
  if (purchase.quantity > tradeLimits.quantity)
    return { problem: problem("too_many_for_one_order", { n: tradeLimits.quantity }) };
  if (new TextEncoder().encode(JSON.stringify(metadata)).byteLength > tradeLimits.metadataBytes)
    return { problem: problem("answers_too_long", { n: tradeLimits.metadataBytes }) };
  return {
    body: {
      product_id: purchase.upstreamProductId,
      ...(purchase.upstreamSkuId === 0 ? {} : { sku_id: purchase.upstreamSkuId }),
      quantity: purchase.quantity,
      downstream_order_no: purchase.downstreamOrderNo,
      ...(sharesBuyerEmail && email ? { customer_email: email } : {}),
      metadata,
    },
  };
}

import { toldOrNull } from "../../core/refusals/told";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import type { Payment, Refund } from "../../db/generated/client";
import { viewGatewayAmount } from "../../payments/view";
import type { AdminOrderDetail } from "./admin-schema";

type PaymentRow = Payment & { channel: { name: string } };

/** A refund beside the item that it pays back. */
export const refundView = (
  refund: Refund,
  items: readonly { id: number; position: number }[],
): AdminOrderDetail["refunds"][number] => ({
  refund_no: refund.refundNo,
  amount: toMoney(refund.amountCents),
  method: refund.method,
  status: refund.status,
  ...toldOrNull("failure", refund.failure),
  reason: refund.reason,
  item: items.find(({ id }) => id === refund.orderItemId)?.position ?? null,
  created_at: toTime(refund.createdAt),
});

/** A payment with what is in its sum. */
export const paymentView = (payment: PaymentRow): AdminOrderDetail["payments"][number] => ({
  payment_no: payment.paymentNo,
  channel: payment.channel.name,
  amount: toMoney(payment.amountCents),
  fee_amount: toMoney(payment.feeCents),
  ...viewGatewayAmount(payment),
  state: payment.state,
  disposition: payment.disposition,
  trade_no: payment.tradeNo,
  created_at: toTime(payment.createdAt),
  paid_at: toTimeOrNull(payment.paidAt),
});

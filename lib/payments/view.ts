import type { z } from "zod";
import { toMoney, toTime } from "../core/wire";
import type { Payment } from "../db/generated/client";
import { type FailedAttempts, type lastPayment, type PaymentView, paymentForm } from "./schema";
import { type PaymentFailure, paymentFailures } from "./state";

type LastPaymentRow = Pick<Payment, "paymentNo" | "channelId" | "state" | "failure">;

type PaymentRow = Pick<
  Payment,
  | "paymentNo"
  | "channelId"
  | "payUrl"
  | "qrCode"
  | "form"
  | "amountCents"
  | "expiresAt"
  | "gatewayCents"
  | "gatewayCurrency"
>;

export function viewPayment(row: PaymentRow): PaymentView {
  const form = row.form === null ? null : paymentForm.parse(row.form);
  return {
    payment_no: row.paymentNo,
    channel_id: row.channelId,
    interaction: row.qrCode !== null ? "qr" : form ? "form" : "redirect",
    pay_url: row.payUrl,
    qr_code: row.qrCode,
    form,
    amount: toMoney(row.amountCents),
    ...viewGatewayAmount(row),
    expires_at: toTime(row.expiresAt),
  };
}

export const viewGatewayAmount = ({
  gatewayCents,
  gatewayCurrency,
}: Pick<Payment, "gatewayCents" | "gatewayCurrency">) => ({
  gateway_amount: gatewayCents === null ? null : toMoney(gatewayCents),
  gateway_currency: gatewayCurrency,
});

export const viewLastPayment = (row: LastPaymentRow): z.infer<typeof lastPayment> => ({
  payment_no: row.paymentNo,
  channel_id: row.channelId,
  state: row.state,
  failure: viewFailure(row.failure),
});

/** Counts the failed attempts of an order. A buyer who left the gateway's page says nothing about the channel. */
export function viewFailedAttempts(payments: readonly LastPaymentRow[]): FailedAttempts {
  const times = new Map<number, number>();
  for (const { channelId, state, failure } of payments)
    if (state === "failed" && failure !== "left") times.set(channelId, (times.get(channelId) ?? 0) + 1);
  return [...times].map(([channel_id, count]) => ({ channel_id, times: count }));
}

export const viewFailure = (text: string | null): PaymentFailure | null =>
  paymentFailures.find((failure) => failure === text) ?? null;

/** `1.5` for 150 hundredths of a percent. */
export const viewFeeRate = (bps: number): string => (bps / 100).toString();

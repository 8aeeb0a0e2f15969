import { z } from "zod";
import { deepOut, id, idText, madeBetween, moneyOut, pageQuery, timeOut } from "../core/wire";
import { dispositions, paymentFailures, paymentStates } from "./state";

export const paymentInteractions = ["qr", "redirect", "form", "balance"] as const;

/** Channel in `payment_channels` of the site configuration. Never anything of a channel's settings. */
export const paymentChannel = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  interaction: z.enum(paymentInteractions),
  icon: z.string().nullable(),
  min_amount: moneyOut.nullable(),
  max_amount: moneyOut.nullable(),
  /** Percent, as a decimal string: what the channel adds to the amount. */
  fee_rate: z.string(),
  /** Currency in which the gateway counts. */
  currency: z.string(),
  /** Units of `currency` for one of the shop's, as a decimal string; null where they are the same. */
  exchange_rate: z.string().nullable(),
});

export const paymentForm = z.object({
  action: z.string(),
  method: z.literal("POST"),
  fields: z.record(z.string(), z.string()),
});

/** `payment` of an order or a recharge. */
export const payment = z.object({
  payment_no: z.string(),
  channel_id: z.int(),
  interaction: z.enum(paymentInteractions),
  pay_url: z.string().nullable(),
  qr_code: z.string().nullable(),
  form: paymentForm.nullable(),
  amount: moneyOut,
  /** Sum that the gateway asks for, where it counts in another currency than the shop; null otherwise. */
  gateway_amount: moneyOut.nullable(),
  gateway_currency: z.string().nullable(),
  expires_at: timeOut,
});

export type PaymentChannelView = z.infer<typeof paymentChannel>;
export type PaymentView = z.infer<typeof payment>;

export const paymentNoParams = z.object({ payment_no: z.string() });
/** Why a `failed` payment is over; null for every other state. */
const paymentFailure = z.enum(paymentFailures).nullable();

export const checkedPayment = z.object({
  payment_no: z.string(),
  state: z.enum(paymentStates),
  failure: paymentFailure,
});
export type CheckedPayment = z.infer<typeof checkedPayment>;

/** The latest try to pay an order: after a failed one the next try is a new payment. */
export const lastPayment = z.object({
  payment_no: z.string(),
  channel_id: z.int(),
  state: z.enum(paymentStates),
  failure: paymentFailure,
});

/** How often a channel did not take the money of an order: the gateway refused it, or did not answer. */
const failedAttempts = z.array(z.object({ channel_id: z.int(), times: z.int() }));
export type FailedAttempts = z.infer<typeof failedAttempts>;

/** Members on the payments of one order, not of a list of them. */
export const paymentsOfOrder = {
  /** Null before the first try to pay through a channel. */
  last_payment: lastPayment.nullable().optional(),
  /** Failures among its last 20 attempts. */
  failed_tries: failedAttempts.optional(),
  /** The payment that paid it, its fee included; null where none did. */
  paid_through: z
    .object({ channel: z.string(), amount: moneyOut, fee_amount: moneyOut })
    .nullable()
    .optional(),
};

export const callbackPath = z.object({ provider: z.string().max(40), id: z.string().max(20) });

// Admin: ours, not in the specification.

export const paymentListQuery = z.object({
  ...pageQuery(20, 100),
  state: z.enum(paymentStates).optional(),
  disposition: z.enum(dispositions).optional(),
  channel_id: idText.optional(),
  search: z.string().trim().max(100).optional(),
  ...madeBetween,
});

export const adminPayment = z.object({
  id,
  payment_no: z.string(),
  purpose: z.enum(["order", "recharge"]),
  order_no: z.string().nullable(),
  recharge_no: z.string().nullable(),
  channel_id: z.int(),
  channel_name: z.string(),
  amount: moneyOut,
  currency: z.string(),
  gateway_amount: moneyOut.nullable(),
  gateway_currency: z.string().nullable(),
  state: z.enum(paymentStates),
  failure: paymentFailure,
  disposition: z.enum(dispositions).nullable(),
  trade_no: z.string().nullable(),
  created_at: timeOut,
  paid_at: timeOut.nullable(),
});

export const adminPaymentList = z.object({ payments: z.array(adminPayment), ...deepOut });

export type PaymentListQuery = z.output<typeof paymentListQuery>;
export type AdminPaymentList = z.infer<typeof adminPaymentList>;

/**
 * `test_only`: buyers can pay at the test gateway and nowhere else, and it goes off with the first product of the shop's own.
 * `none`: nobody can pay at a gateway.
 */
export type PaymentOutlook = "open" | "test_only" | "none";

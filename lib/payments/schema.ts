import { z } from "zod";
import { rateIn, roundings } from "../core/rate";
import { rule } from "../core/refusals/refusal";
import { deepOut, id, idText, moneyIn, moneyOut, pageQuery, plainText, seenIn, timeOut } from "../core/wire";
import { dispositions, paymentFailures, paymentStates } from "./state";

export const paymentInteractions = ["qr", "redirect", "form", "balance"] as const;

/** Of `payment_channels` in the site configuration. Never anything of a channel's settings. */
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
  /** What the gateway counts in. */
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
  /** What the gateway asks for, where it counts in another currency than the shop; null otherwise. */
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

export const callbackPath = z.object({ provider: z.string().max(40), id: z.string().max(20) });

// Admin: ours, not in the specification.

const settingValue = z.union([z.string().max(10_000), z.boolean()]);

const channelFields = {
  name: plainText(60, 1),
  icon: plainText(300).nullable(),
  min_amount: moneyIn.nullable(),
  max_amount: moneyIn.nullable(),
  /** Hundredths of a percent. */
  fee_bps: z.int().min(0).max(5_000),
  sort_order: z.int().min(-100_000).max(100_000),
  /** For a gateway that counts in another currency than the shop; null: it cannot be used. */
  rate: rateIn.nullable(),
  rate_rounding: z.enum(roundings),
  is_active: z.boolean(),
};

const isOrdered = (body: {
  min_amount?: bigint | null | undefined;
  max_amount?: bigint | null | undefined;
}) =>
  !(typeof body.min_amount === "bigint" && typeof body.max_amount === "bigint") ||
  body.min_amount <= body.max_amount;
const ordered = { error: rule("not_below_min_amount"), path: ["max_amount"] };

export const createChannelBody = z
  .object({
    ...channelFields,
    provider: z.string().max(40),
    icon: channelFields.icon.default(null),
    min_amount: channelFields.min_amount.default(null),
    max_amount: channelFields.max_amount.default(null),
    fee_bps: channelFields.fee_bps.default(0),
    sort_order: channelFields.sort_order.default(0),
    rate: channelFields.rate.default(null),
    rate_rounding: channelFields.rate_rounding.default("up"),
    is_active: channelFields.is_active.default(false),
    settings: z.record(z.string(), settingValue),
  })
  .refine(isOrdered, ordered);

/** What is left out stays as it is; so does a secret, which is never sent back. */
export const updateChannelBody = z
  .object(channelFields)
  .partial()
  .extend({ settings: z.record(z.string(), settingValue).optional(), seen: seenIn })
  .refine(isOrdered, ordered);

export type CreateChannelInput = z.output<typeof createChannelBody>;
export type UpdateChannelInput = z.output<typeof updateChannelBody>;

export const channelParams = z.object({ id: idText });

export const adminChannel = z.object({
  id: z.int(),
  name: z.string(),
  provider: z.string(),
  provider_name: z.string(),
  interaction: z.string(),
  icon: z.string().nullable(),
  min_amount: moneyOut.nullable(),
  max_amount: moneyOut.nullable(),
  fee_bps: z.int(),
  sort_order: z.int(),
  is_active: z.boolean(),
  /** Its settings are whole and its provider is on. */
  is_usable: z.boolean(),
  /** What its gateway counts in; null while its settings are not whole. */
  currency: z.string().nullable(),
  rate: z.string().nullable(),
  rate_rounding: z.enum(roundings),
  /** On, whole, and in the shop's currency or with a rate: buyers see it. */
  is_offered: z.boolean(),
  /** Of the settings as they are now; null: not tested since they were saved. */
  tested_at: timeOut.nullable(),
  test_passed: z.boolean().nullable(),
  is_weak: z.boolean(),
  confirms_by_query: z.boolean(),
  notify_url: z.string(),
  /** Without secrets; `secrets_set` names those that are stored. */
  settings: z.record(z.string(), settingValue),
  secrets_set: z.array(z.string()),
  updated_at: timeOut,
});

export const adminProvider = z.object({
  code: z.string(),
  name: z.string(),
  is_weak: z.boolean(),
  is_available: z.boolean(),
  fields: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      kind: z.enum(["text", "textarea", "secret", "url", "select", "switch"]),
      required: z.boolean(),
      options: z.array(z.string()).nullable(),
      hint: z.string().nullable(),
    }),
  ),
});

export const adminChannelList = z.object({
  channels: z.array(adminChannel),
  providers: z.array(adminProvider),
});

/** What "test" found: each step with a sentence, so that the operator knows what to fix. */
export const channelTest = z.object({
  passed: z.boolean(),
  steps: z.array(z.object({ name: z.string(), passed: z.boolean(), message: z.string() })),
});

export const paymentListQuery = z.object({
  ...pageQuery(20, 100),
  state: z.enum(paymentStates).optional(),
  disposition: z.enum(dispositions).optional(),
  channel_id: idText.optional(),
  search: z.string().trim().max(100).optional(),
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

export type AdminChannelView = z.infer<typeof adminChannel>;
export type AdminProviderView = z.infer<typeof adminProvider>;
export type ChannelTest = z.infer<typeof channelTest>;
export type PaymentListQuery = z.output<typeof paymentListQuery>;
export type AdminPaymentList = z.infer<typeof adminPaymentList>;

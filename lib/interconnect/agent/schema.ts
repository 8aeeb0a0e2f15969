import { z } from "zod";
import { formField } from "../../catalogue/schema";
import { shapedAs } from "../../core/shaped-text";
import { moneyIn, plainText, timeIn } from "../../core/wire";
import { tradeLimits } from "../schema";

// Texts of another site are untrusted: only the members in use are read, a number in a text's place is refused, and
// members that a main site built from the specification alone does not send are optional.

const text = (max: number) => z.string().min(1).max(max);
export const foreignId = z.int().min(1).max(2_147_483_647);
const stock = z.int().transform((count) => Math.min(Math.max(0, count), 999_999));

const offeredSku = z.object({
  id: foreignId,
  name: z.string().max(200).optional(),
  code: z.string().max(200).optional(),
  price: moneyIn,
  stock,
});

const offeredPicture = z.object({
  url: z.string().max(2000),
  sha256: z
    .string()
    .check(...shapedAs(/^[0-9a-f]{64}$/))
    .nullable()
    .catch(null),
});
export type OfferedPicture = z.output<typeof offeredPicture>;

/** A question of a main site, with the bounds of our own; its pattern is compiled and judged where it is imported. */
const offeredField = formField.extend({
  label: z.string().max(200),
  pattern: z.string().max(200).optional(),
  options: z.array(z.string().max(200)).max(50).optional(),
});

/** C66: what an import copies. A main site that sends none of it, or some of it oddly, is imported without. */
export const offeredDetails = z.object({
  summary: z.string().max(500).optional().catch(undefined),
  description: z.string().max(200_000).optional().catch(undefined),
  images: z.array(offeredPicture).max(20).optional().catch(undefined),
  category_path: z.array(text(60)).max(5).optional().catch(undefined),
  buyer_form: z.array(offeredField).max(20).optional().catch(undefined),
  instructions: z.string().max(5000).nullish().catch(undefined),
  min_quantity: z.int().min(1).max(tradeLimits.quantity).optional().catch(undefined),
  max_quantity: z.int().min(1).max(tradeLimits.quantity).optional().catch(undefined),
});

export type OfferedDetails = z.output<typeof offeredDetails>;

export const offeredProduct = z.object({
  id: foreignId,
  slug: z.string().max(200).optional(),
  title: text(300).optional(),
  price: moneyIn,
  stock,
  auto_secret_kind: z.string().max(40).optional(),
  category: z.string().max(200).optional(),
  active: z.boolean().optional(),
  skus: z.array(offeredSku).max(500).optional(),
  updated_at: timeIn.optional(),
  ...offeredDetails.shape,
});
export type OfferedProduct = z.output<typeof offeredProduct>;

/** A product that cannot be used, with what an operator needs to tell the main site. */
export const skippedProduct = z.object({
  upstream_product_id: z.int().nullable(),
  title: z.string(),
  problem: z.string(),
});
export type SkippedProduct = z.output<typeof skippedProduct>;

/** The products one by one: a single broken one must not stop the rest. */
export const offeredPage = z.object({
  products: z.array(z.unknown()).max(1000),
  total: z.int().min(0),
  page: z.int().min(1),
  per_page: z.int().min(1),
});

/** A time beside an order helps and decides nothing: an odd one counts as left out. */
const unusedTime = timeIn.nullish().catch(null);

/** Beside the specification: compared with what was agreed where a main site says it. */
const foreignCurrency = z
  .string()
  .check(...shapedAs(/^[A-Z]{3}$/))
  .optional()
  .catch(undefined);

export const foreignPlacedOrder = z.object({
  upstream_order_no: text(tradeLimits.upstreamOrderNo),
  amount: moneyIn,
  currency: foreignCurrency,
  expire_at: unusedTime,
});

export const foreignFulfillment = z.object({
  status: text(40),
  payload: z.string().max(tradeLimits.payloadBytes).optional(),
  /** The units of the payload one by one, from a main site that sends them apart. */
  secrets: z
    .array(z.string().max(tradeLimits.payloadBytes))
    .max(tradeLimits.quantity)
    .optional()
    .catch(undefined),
});

export const paidOrder = z.object({
  amount: moneyIn.optional().catch(undefined),
  currency: foreignCurrency,
  fulfillment: foreignFulfillment,
});

export const readOrder = z.object({
  upstream_order_no: text(tradeLimits.upstreamOrderNo).optional().catch(undefined),
  status: z.string().max(40).optional(),
  amount: moneyIn.optional(),
  currency: foreignCurrency,
  expire_at: unusedTime.optional(),
  paid_at: unusedTime,
  fulfillment: foreignFulfillment.nullish(),
});
export type ReadOrder = z.output<typeof readOrder>;

const signedMoney = z.string().check(...shapedAs(/^-?\d{1,13}\.\d{2}$/));

const foreignStatement = z.object({
  id: z.int(),
  from: timeIn,
  to: timeIn,
  currency: z.string().max(3),
  orders: z.int().min(0),
  amount: signedMoney,
  settled_at: timeIn.nullable(),
});

/** Account that an agent reads at a main site; a main site built from the specification alone has none. */
export const foreignAccount = z.object({
  main_site: z.string().max(200),
  currency: z.string().check(...shapedAs(/^[A-Z]{3}$/)),
  settlement_mode: z.string().max(20),
  deposit: moneyIn,
  deposit_low: z.boolean().optional().catch(undefined),
  due: signedMoney.optional().catch(undefined),
  statements: z.array(foreignStatement).max(50).optional().catch(undefined),
  callback: z.object({ problem: z.string().max(500).nullable(), verified_at: z.string().nullable() }),
});

/** Our paid orders as the main site has them, for a comparison. */
export const foreignAccountOrders = z.object({
  orders: z
    .array(
      z.object({
        upstream_order_no: text(tradeLimits.upstreamOrderNo),
        downstream_order_no: z.string().max(tradeLimits.downstreamOrderNo),
        amount: moneyIn,
        refunded_amount: moneyIn,
        created_at: timeIn,
      }),
    )
    .max(1000),
  total: z.int().min(0),
});

export const claimedPairing = z.object({
  secret: z.string().min(8).max(200),
  callback_verified: z.boolean(),
  callback_message: z.string().max(500),
  account: foreignAccount,
});

/** The body of a received callback. An event that we do not know is accepted and changes nothing. */
export const receivedCallback = z.object({
  event: plainText(60, 1),
  upstream_order_no: plainText(tradeLimits.upstreamOrderNo, 1),
  downstream_order_no: plainText(tradeLimits.downstreamOrderNo, 1),
  fulfillment: foreignFulfillment,
  /** Beside `order.refunded`: the sum so far. */
  refunded_amount: moneyIn.nullish(),
  timestamp: timeIn,
  /** C118: from a main site that numbers the events of an order. */
  sequence: z.int().min(0).max(999_999_999_999_999).nullish(),
});

export const pingEvent = "ping";
export type ReceivedCallback = z.output<typeof receivedCallback>;

export const acceptedResults = ["applied", "ignored", "ping"] as const;

export const callbackReceived = z.object({
  received: z.literal(true),
  result: z.enum(acceptedResults),
});

export const purchaseStatuses = [
  "created",
  "paying",
  "awaiting_goods",
  "delivered",
  "failed",
  "canceled",
  "superseded",
  "refunded",
] as const;

import { z } from "zod";
import { deliveryKinds, formField, secretKinds } from "../../catalogue/schema";
import { refusal, rule } from "../../core/refusals/refusal";
import { keysOf } from "../../core/shapes/records";
import {
  emailIn,
  id,
  idText,
  moneyIn,
  moneyOut,
  pageOut,
  pageQuery,
  plainText,
  signedMoneyOut,
  timeIn,
  timeOut,
} from "../../core/wire";
import { fulfillmentStatuses, orderStatuses } from "../../orders/state";
import { tradeLimits } from "../schema";
import { releaseResults } from "./choices";
import { statement } from "./statements/schema";

export const upstreamProductQuery = z.object({
  ...pageQuery(50, 200),
  category_id: idText.optional(),
  updated_after: timeIn.optional(),
});
export type UpstreamProductQuery = z.output<typeof upstreamProductQuery>;

export const upstreamSku = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  price: moneyOut,
  stock: z.int(),
});

/** C66: additional to the specification, for agents that import a product as it is shown here. */
export const upstreamProductDetails = z.object({
  summary: z.string(),
  /** Sanitised HTML; left out above 20,000 characters. */
  description: z.string().optional(),
  images: z.array(z.object({ url: z.string(), sha256: z.string().nullable() })),
  category_path: z.array(z.string()),
  buyer_form: z.array(formField),
  instructions: z.string().nullable(),
  min_quantity: z.int(),
  max_quantity: z.int(),
  delivery: z.enum(deliveryKinds),
});
export type UpstreamProductDetails = z.infer<typeof upstreamProductDetails>;

export const upstreamProduct = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  price: moneyOut,
  stock: z.int(),
  auto_secret_kind: z.enum(secretKinds),
  category: z.string(),
  active: z.boolean(),
  skus: z.array(upstreamSku),
  updated_at: timeOut,
  ...upstreamProductDetails.partial().shape,
});
export type UpstreamProduct = z.infer<typeof upstreamProduct>;

export const upstreamProductList = z.object({ products: z.array(upstreamProduct), ...pageOut });
export type UpstreamProductList = z.infer<typeof upstreamProductList>;

const metadata = z
  .record(z.string(), z.unknown(), { error: rule(refusal("wrong_type", { expected: "object" })) })
  .refine(
    (value) => new TextEncoder().encode(JSON.stringify(value)).byteLength <= tradeLimits.metadataBytes,
    {
      error: rule(refusal("too_many_bytes", { max: tradeLimits.metadataBytes })),
    },
  );

/** The agent's own number: any printable text of one line. */
const foreignNo = (max: number) =>
  plainText(max, 1).refine((text) => !/[\r\n\t]/.test(text), { error: rule("one_line") });

const outOfRange = rule(refusal("between", { min: 1, max: tradeLimits.quantity }));

export const createSiteOrderBody = z.object({
  product_id: id,
  sku_id: id.nullish().transform((value) => value ?? null),
  quantity: z
    .int({ error: rule(refusal("wrong_type", { expected: "integer" })) })
    .min(1, outOfRange)
    .max(tradeLimits.quantity, outOfRange),
  downstream_order_no: foreignNo(tradeLimits.downstreamOrderNo),
  customer_email: emailIn.nullish().transform((value) => value ?? null),
  metadata: metadata.nullish().transform((value) => value ?? {}),
});
export type CreateSiteOrder = z.output<typeof createSiteOrderBody>;

/** `status` says of a repeated creation what has become of the order since. */
export const siteOrderCreated = z.object({
  upstream_order_no: z.string(),
  amount: moneyOut,
  expire_at: timeOut,
  status: z.enum(orderStatuses),
});
export type SiteOrderCreated = z.infer<typeof siteOrderCreated>;

/** In the path anything may stand; what cannot be an order number is simply not found (C27). */
export const siteOrderParams = z.object({ upstream_order_no: z.string() });

/** Strict: the path is not signed, so a body meant for another endpoint must not pass here (N11). */
export const paySiteOrderBody = z.strictObject({
  downstream_payment_id: foreignNo(tradeLimits.paymentId),
  paid_amount: moneyIn,
  paid_at: timeIn,
});
export type PaySiteOrder = z.output<typeof paySiteOrderBody>;

export const fulfillment = z.object({
  status: z.enum(fulfillmentStatuses),
  payload: z.string().optional(),
  /** Additional to the specification: the units of the payload one by one, where nothing else stands in it. */
  secrets: z.array(z.string()).optional(),
});
export type FulfillmentView = z.infer<typeof fulfillment>;

export const siteOrderPaid = z.object({
  upstream_order_no: z.string(),
  status: z.enum(orderStatuses),
  fulfillment,
});
export type SiteOrderPaid = z.infer<typeof siteOrderPaid>;

export const siteOrderDetail = z.object({
  upstream_order_no: z.string(),
  downstream_order_no: z.string(),
  status: z.enum(orderStatuses),
  amount: moneyOut,
  paid_at: timeOut.nullable(),
  expire_at: timeOut,
  product_id: z.int(),
  sku_id: z.int(),
  quantity: z.int(),
  refunded_amount: moneyOut,
  fulfillment,
});
export type SiteOrderDetail = z.infer<typeof siteOrderDetail>;

export const settlementModes = ["trust", "prepaid", "hold"] as const;

/** C66: what an agent may know of itself. */
export const siteAccount = z.object({
  main_site: z.string(),
  name: z.string(),
  key: z.string(),
  /** Signed with the test key: nothing is booked. */
  test: z.boolean(),
  currency: z.string(),
  settlement_mode: z.enum(settlementModes),
  deposit: moneyOut,
  /** Below this the main site calls the deposit low; null never. */
  deposit_alert: moneyOut.nullable(),
  deposit_low: z.boolean(),
  /** Debt of closed periods; below zero it is owed to the agent. */
  due: signedMoneyOut,
  closed_until: timeOut.nullable(),
  /** The last closed periods, the newest first. */
  statements: z.array(statement),
  member_level: z.string().nullable(),
  server_time: timeOut,
  callback: z.object({
    url: z.string().nullable(),
    /** When the address last answered a ping. */
    verified_at: timeOut.nullable(),
    problem: z.string().nullable(),
    failing_since: timeOut.nullable(),
    disabled_at: timeOut.nullable(),
  }),
});
export type SiteAccount = z.infer<typeof siteAccount>;

/** Strict, as `/paid` is: the path is not signed. */
export const claimPairingBody = z.strictObject({ callback_url: plainText(2000, 1) });
export type ClaimPairing = z.output<typeof claimPairingBody>;

/** C67: the one time at which the secret is shown. */
export const pairingClaimed = z.object({
  key: z.string(),
  secret: z.string(),
  callback_verified: z.boolean(),
  callback_message: z.string(),
  account: siteAccount,
});
export type PairingClaimed = z.infer<typeof pairingClaimed>;

/** One line for the agent to paste: it holds the address, the key and a secret for the claim alone. */
export const pairingCode = z.object({ pairing_code: z.string(), expires_at: timeOut });

/** `from_deposit: false` releases a prepaid order although the deposit is short: it is then settled outside. */
export const releaseBody = z.object({
  order_nos: z.array(plainText(40, 1)).min(1).max(200),
  from_deposit: z.boolean().default(true),
});
export const releaseReport = z.object({
  results: z.array(z.object({ order_no: z.string(), result: z.enum(releaseResults) })),
});

export const callbackStatuses = ["pending", "delivered", "failed"] as const;

/** Every event that an agent is told: the kind of line in the order's history that it is sent for, and the job that queues it. */
export const callbackSources = {
  "order.fulfilled": { kind: "delivered", job: "order.delivered" },
  "order.refunded": { kind: "refunded", job: "order.refunded" },
  "order.secret_changed": { kind: "secret_replaced", job: "order.secret_changed" },
} as const satisfies Record<`order.${string}`, { kind: string; job: `order.${string}` }>;
export type CallbackEvent = keyof typeof callbackSources;
type NameOf<Event> = Event extends `order.${infer Name}` ? Name : never;
/** As messages name it, where a dot would be a path. */
export const callbackEventName = (event: CallbackEvent) =>
  event.slice("order.".length) as NameOf<CallbackEvent>;
export const callbackEvents = keysOf(callbackSources);

/** The five members of the specification; `refunded_amount` beside them on a refund (C50). */
export const callbackMessage = z.object({
  event: z.enum(callbackEvents),
  upstream_order_no: z.string(),
  downstream_order_no: z.string(),
  fulfillment,
  timestamp: timeOut,
  /** C118: stays at every attempt, and is the header `X-Site-Event-Id`; the sequence rises from event to event of an order. */
  event_id: z.string(),
  sequence: z.int(),
  refunded_amount: moneyOut.optional(),
});
export type CallbackMessage = z.infer<typeof callbackMessage>;

/** The five members as well: a receiver that knows no ping reads it, and does not know the order. */
export const callbackPing = callbackMessage
  .omit({ refunded_amount: true, fulfillment: true, sequence: true })
  .extend({ event: z.literal("ping"), fulfillment: z.object({ status: z.literal("pending") }) });

import { z } from "zod";
import { accessStatuses } from "../../../accounts/schema";
import { shopStep } from "../../../core/money";
import { rateIn } from "../../../core/rate";
import { toldMembers, toldMembersOrNull } from "../../../core/refusals/told-shape";
import { describedAs } from "../../../core/shapes/described";
import {
  deepOut,
  id,
  idText,
  madeBetween,
  moneyOut,
  pageOut,
  pageQuery,
  plainText,
  positivePriceIn,
  priceIn,
  seenIn,
  timeOut,
} from "../../../core/wire";
import { mainAccount } from "../account/schema";
import { repeatRules } from "../purchases/choices";
import { yesOrNo } from "../purchases/schema";
import { acceptedResults, skippedProduct } from "../schema";

/** Results of a received callback. */
export const callbackResults = [...acceptedResults, "refused"] as const;

export const connectionParams = z.object({ connection_id: idText });
export const purchaseParams = z.object({ purchase_id: idText });

export const connectionFields = {
  name: plainText(80, 1),
  base_url: describedAs(plainText(1000, 1), {
    is: { type: "string", format: "uri", pattern: "^https?://", maxLength: 1000 },
  }),
  rate: rateIn,
  markup_bps: z.int().min(0).max(1_000_000),
  fixed: priceIn,
  round_to: positivePriceIn,
  sync_minutes: z.int().min(1).max(1440),
  shares_buyer_email: z.boolean(),
};
const key = describedAs(plainText(64, 8), {
  is: { type: "string", pattern: "^[A-Za-z0-9_-]{8,64}$" },
});
const secret = z.string().min(8).max(200);

export const createConnectionBody = z.object({
  ...connectionFields,
  key,
  secret,
  rate: rateIn.default("1"),
  markup_bps: connectionFields.markup_bps.default(1000),
  fixed: priceIn.default(0n),
  round_to: connectionFields.round_to.default(shopStep),
  sync_minutes: connectionFields.sync_minutes.default(10),
  shares_buyer_email: z.boolean().default(false),
});
export type CreateConnection = z.output<typeof createConnectionBody>;

export const pairConnectionBody = z.object({
  code: plainText(4000, 1),
  /** Default: what the main site calls itself. */
  name: plainText(80).default(""),
  markup_bps: connectionFields.markup_bps.default(1000),
  /** The code names the key of a connection that is at another address: it moves there. */
  moves: z.boolean().default(false),
});
export type PairConnection = z.output<typeof pairConnectionBody>;

/** A new `secret` leaves the former one good for callbacks for a day. The key cannot change: it is who we are there. */
export const updateConnectionBody = z
  .object({ ...connectionFields, secret, status: z.enum(accessStatuses) })
  .partial()
  .extend({ seen: seenIn });
export type UpdateConnection = z.output<typeof updateConnectionBody>;

export const syncRunRow = z.object({
  id: z.int(),
  trigger: z.string(),
  is_full: z.boolean(),
  pages: z.int(),
  total: z.int(),
  seen: z.int(),
  changed: z.int(),
  ...toldMembersOrNull("error"),
  started_at: timeOut,
  finished_at: timeOut.nullable(),
});
export const syncRunList = z.object({ runs: z.array(syncRunRow) });

export const connectionView = z.object({
  id: z.int(),
  name: z.string(),
  base_url: z.string(),
  api_key: z.string(),
  /** Address that the main site has to be told at pairing. */
  callback_url: z.string(),
  status: z.enum(accessStatuses),
  rate: z.string(),
  markup_bps: z.int(),
  fixed: moneyOut,
  round_to: moneyOut,
  sync_minutes: z.int(),
  shares_buyer_email: z.boolean(),
  /** `good`: the last call was answered. `failing`: every call since `failing_since` has failed. */
  health: z.enum(["unknown", "good", "failing"]),
  failing_since: timeOut.nullable(),
  last_good_at: timeOut.nullable(),
  ...toldMembersOrNull("last_problem"),
  /** The main site's currency, as it last said. */
  currency: z.string().nullable(),
  /** Nothing of this main site is imported or on sale until somebody sets a rate for its currency. */
  needs_rate: z.boolean(),
  account: mainAccount.nullable(),
  account_read_at: timeOut.nullable(),
  /** Why the main site's callbacks do not arrive here, as it said itself. */
  ...toldMembersOrNull("callback_problem"),
  is_syncing: z.boolean(),
  last_sync_at: timeOut.nullable(),
  ...toldMembersOrNull("last_sync_error"),
  /** Products of the main site that could not be used when they were last pulled. */
  skipped_products: z.array(skippedProduct.extend(toldMembers("problem"))),
  last_run: syncRunRow.nullable(),
  offered_skus: z.int(),
  mapped_skus: z.int(),
  open_purchases: z.int(),
  created_at: timeOut,
});
export type ConnectionView = z.infer<typeof connectionView>;
export const connectionPaired = z.object({
  id: z.int(),
  connection: connectionView,
  callback_verified: z.boolean(),
  ...toldMembers("message"),
});
export type ConnectionPaired = z.infer<typeof connectionPaired>;
export const connectionList = z.object({ connections: z.array(connectionView) });

export const testVerdicts = [
  "ok",
  "clock",
  "key_or_signature",
  "network",
  "rate_limited",
  "not_a_main_site",
  "away",
  "failed",
  "unfit_answer",
] as const;
export const connectionTest = z.object({
  verdict: z.enum(testVerdicts),
  /** One sentence that says what is wrong and what to do. */
  ...toldMembers("message"),
  clock_offset_seconds: z.int().nullable(),
  latency_ms: z.int(),
  products: z.int().nullable(),
});

export const syncStarted = z.object({ started: z.boolean() });

export const offerQuery = z.object({
  ...pageQuery(50, 200),
  search: plainText(80).optional(),
  mapped: yesOrNo.optional(),
  active: yesOrNo.optional(),
});
export const offerRow = z.object({
  id: z.int(),
  upstream_product_id: z.int(),
  upstream_sku_id: z.int(),
  title: z.string(),
  sku_name: z.string(),
  category: z.string(),
  auto_secret_kind: z.string(),
  cost: moneyOut,
  /** Price by the rule; null when that has more than twelve digits before the point. */
  suggested_price: moneyOut.nullable(),
  stock: z.int(),
  is_active: z.boolean(),
  mapping: z
    .object({
      sku_id: z.int(),
      product_id: z.int(),
      title: z.string(),
      sku_name: z.string(),
      price: moneyOut,
      is_price_auto: z.boolean(),
      markup_bps: z.int().nullable(),
      fixed: moneyOut.nullable(),
      /** Which units may come more than once. */
      repeats: z.enum(repeatRules),
      /** Not sold because it costs more than it is sold for. */
      paused_at: timeOut.nullable(),
    })
    .nullable(),
});
export const offerList = z.object({ offers: z.array(offerRow), ...pageOut });

export const importBody = z.object({
  /** Left out or null: into the main site's own categories, found by name or made. */
  category_id: id.nullish().transform((value) => value ?? null),
  upstream_product_ids: z.array(id).min(1).max(200),
});
export const offerImportReport = z.object({
  imported: z.array(z.object({ upstream_product_id: z.int(), product_id: z.int(), slug: z.string() })),
  skipped: z.array(z.object({ upstream_product_id: z.int(), reason: z.string() })),
});

export const callbackLogQuery = z.object({
  ...pageQuery(30, 100),
  connection_id: idText.optional(),
  /** Either order number, or a request id: whole. */
  search: plainText(100).optional(),
  result: z.enum(callbackResults).optional(),
  ...madeBetween,
});
export type CallbackLogQuery = z.output<typeof callbackLogQuery>;
export const callbackLogRow = z.object({
  id: z.int(),
  connection: z.object({ id: z.int(), name: z.string() }).nullable(),
  claimed_key: z.string().nullable(),
  event: z.string().nullable(),
  upstream_order_no: z.string().nullable(),
  downstream_order_no: z.string().nullable(),
  is_signature_valid: z.boolean(),
  cause: z.string().nullable(),
  result: z.enum(callbackResults),
  body_hash: z.string(),
  /** Body of a genuine callback, with every key replaced by its length. */
  body: z.string().nullable(),
  http_status: z.int(),
  latency_ms: z.int(),
  request_id: z.string(),
  ip: z.string().nullable(),
  created_at: timeOut,
});
export const callbackLog = z.object({ callbacks: z.array(callbackLogRow), ...deepOut });

import { z } from "zod";
import { accessStatuses } from "../../../accounts/schema";
import { toldMembersOrNull } from "../../../core/refusals/told-shape";
import { describedAs } from "../../../core/shapes/described";
import { ipAllowListIn } from "../../../core/shapes/ip-allow-list";
import {
  deepOut,
  id,
  idText,
  moneyIn,
  moneyOut,
  pageOut,
  pageQuery,
  plainText,
  positivePriceIn,
  priceIn,
  seenIn,
  timeIn,
  timeOut,
} from "../../../core/wire";
import { directions } from "../../../wallet/schema";
import { pairingCode, settlementModes } from "../schema";

export { releaseBody, releaseReport } from "../schema";
export { settlementModes };

export const siteParams = z.object({ site_id: idText });
export const adminPage = pageQuery(20, 100);

const callbackUrl = describedAs(plainText(2000, 1), {
  is: {
    type: "string",
    format: "uri",
    pattern: "^https?://",
    maxLength: 2000,
    description:
      "https on a public host; http and private addresses with `interconnect.allow_private_networks` alone",
  },
}).nullable();

const siteFields = {
  name: plainText(80, 1),
  callback_url: callbackUrl,
  settlement_mode: z.enum(settlementModes),
  member_level_id: id.nullable(),
  ip_allow_list: ipAllowListIn,
  rate_per_minute: z.int().min(1).max(100_000).nullable(),
  /** Below it the deposit is called low; null never. */
  deposit_alert: positivePriceIn.nullable(),
};

export const pairSiteBody = z.object({
  ...siteFields,
  callback_url: callbackUrl.default(null),
  settlement_mode: siteFields.settlement_mode.default("trust"),
  member_level_id: siteFields.member_level_id.default(null),
  ip_allow_list: ipAllowListIn.default([]),
  rate_per_minute: siteFields.rate_per_minute.default(null),
  deposit_alert: siteFields.deposit_alert.default(null),
});
export type PairSite = z.output<typeof pairSiteBody>;

export const updateSiteBody = z
  .object({ ...siteFields, status: z.enum(accessStatuses), callbacks_enabled: z.literal(true) })
  .partial()
  .extend({ seen: seenIn });
export type UpdateSite = z.output<typeof updateSiteBody>;

export const siteView = z.object({
  id: z.int(),
  name: z.string(),
  api_key: z.string(),
  callback_url: z.string().nullable(),
  /** http:// carries keys in the clear: worth a warning. */
  is_callback_encrypted: z.boolean(),
  /** When the callback address last answered a ping, and what was wrong when it last did not. */
  callback_verified_at: timeOut.nullable(),
  ...toldMembersOrNull("callback_problem"),
  callbacks_disabled_at: timeOut.nullable(),
  callbacks_failing_since: timeOut.nullable(),
  settlement_mode: z.enum(settlementModes),
  member_level: z.object({ id: z.int(), name: z.string() }).nullable(),
  ip_allow_list: z.array(z.string()),
  rate_per_minute: z.int().nullable(),
  status: z.enum(accessStatuses),
  deposit: moneyOut,
  deposit_alert: moneyOut.nullable(),
  is_deposit_low: z.boolean(),
  currency: z.string(),
  held_orders: z.int(),
  failed_callbacks: z.int(),
  /** Set while an older secret is still accepted. */
  previous_secret_expires_at: timeOut.nullable(),
  /** When a call was last signed with either, while both are good: null where none was since then. */
  secret_use: z.object({ new_at: timeOut.nullable(), old_at: timeOut.nullable() }).nullable(),
  last_call_at: timeOut.nullable(),
  /** Orders with it are tests: nothing is booked, and nothing leaves the stock. */
  test_key: z
    .object({
      api_key: z.string(),
      callback_url: z.string().nullable(),
      ...toldMembersOrNull("callback_problem"),
      created_at: timeOut,
    })
    .nullable(),
  created_at: timeOut,
});
export type SiteView = z.infer<typeof siteView>;
export const siteList = z.object({ sites: z.array(siteView), ...pageOut });
export const siteListQuery = z.object({ ...adminPage, search: plainText(80).optional() });

/** The one time at which the secret is shown. */
export const siteCredentials = z.object({ site: siteView, key: z.string(), secret: z.string() });

/** With the pair of its test key. */
export const sitePaired = siteCredentials.extend({
  ...pairingCode.shape,
  test_key: z.string(),
  test_secret: z.string(),
});

export const testKeyBody = z.object({ callback_url: callbackUrl });

export const sitePriceRow = z.object({
  sku_id: z.int(),
  product_id: z.int(),
  title: z.string(),
  sku_name: z.string(),
  list_price: moneyOut,
  level_price: moneyOut.nullable(),
  site_price: moneyOut.nullable(),
});
export const sitePriceList = z.object({ prices: z.array(sitePriceRow), ...pageOut });
export const sitePriceQuery = z.object({ ...pageQuery(50, 200), search: plainText(80).optional() });

/** `price: null` takes the own price away. SKUs that are not named keep theirs. */
export const setSitePricesBody = z.object({
  prices: z
    .array(
      z.object({
        sku_id: id,
        price: priceIn.nullable(),
        /** The own price that the operator read. */
        seen: moneyIn.nullable().optional(),
      }),
    )
    .min(1)
    .max(500),
});

export const depositMoveBody = z.object({
  direction: z.enum(directions).default("in"),
  amount: positivePriceIn,
  remark: plainText(200).default(""),
  /** Made by the page: the same key again moves nothing. */
  request_key: z.uuid(),
});
export const depositQuery = z.object(adminPage);
export const depositMoved = z.object({ balance: moneyOut, released_orders: z.array(z.string()) });

export const depositEntry = z.object({
  id: z.string(),
  type: z.enum(["deposit_topup", "deposit_pay", "deposit_refund", "site_settlement", "admin_adjust"]),
  direction: z.enum(directions),
  amount: moneyOut,
  balance_after: moneyOut,
  reference: z.string(),
  remark: z.string().nullable(),
  created_at: timeOut,
});
export const depositStatement = z.object({
  entries: z.array(depositEntry),
  balance: moneyOut,
  currency: z.string(),
  ...deepOut,
});

export const heldQuery = z.object({
  ...adminPage,
  site_id: idText.optional(),
  order_no: plainText(40, 1).optional(),
});
export const heldRow = z.object({
  order_no: z.string(),
  downstream_order_no: z.string(),
  downstream_payment_id: z.string().nullable(),
  site: z.object({ id: z.int(), name: z.string() }),
  settlement_mode: z.enum(settlementModes),
  title: z.string(),
  quantity: z.int(),
  amount: moneyOut,
  /** Rest of the site's deposit now, which a release takes from where it is prepaid. */
  deposit: moneyOut,
  paid_at: timeOut.nullable(),
});
export const heldList = z.object({ orders: z.array(heldRow), total_amount: moneyOut, ...pageOut });

export const periodQuery = z.object({ from: timeIn, to: timeIn });
export const reconciliationRow = z.object({
  order_no: z.string(),
  downstream_order_no: z.string(),
  downstream_payment_id: z.string().nullable(),
  title: z.string(),
  sku_name: z.string().nullable(),
  quantity: z.int(),
  amount: moneyOut,
  refunded_amount: moneyOut,
  status: z.string(),
  fulfillment_status: z.string(),
  settlement_mode: z.enum(settlementModes),
  created_at: timeOut,
  paid_at: timeOut.nullable(),
  delivered_at: timeOut.nullable(),
});
const sums = z.object({ orders: z.int(), amount: moneyOut });
export const reconciliation = z.object({
  currency: z.string(),
  ordered: sums,
  paid: sums,
  delivered: sums,
  held: sums,
  refunded: sums,
  /** Paid less refunded: what the agent owes for the period, or has paid from its deposit. */
  balance: moneyOut,
  /** The part of it that did not come from the deposit. */
  open_on_account: z.string(),
  rows: z.array(reconciliationRow),
  ...pageOut,
});
export type Reconciliation = z.infer<typeof reconciliation>;
export const reconciliationQuery = z.object({ ...pageQuery(50, 200), from: timeIn, to: timeIn });

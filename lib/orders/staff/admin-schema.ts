import { z } from "zod";
import { toldMembers, toldMembersOrNull } from "../../core/refusals/told-shape";
import {
  deepOut,
  id,
  idText,
  madeBetween,
  matchedRows,
  maybe,
  moneyIn,
  moneyOut,
  nextPiece,
  pageQuery,
  plainText,
  timeOut,
} from "../../core/wire";
import { deliveryRequestStatuses } from "../../fulfillment/kinds/dynamic/state";
import { adminFileVersion, ownFileBody } from "../../fulfillment/kinds/file/schema";
import { refundTaskStatuses } from "../../payments/state";
import { orderDetail } from "../schema";
import { buyerKinds, fulfillmentStatuses, orderStatuses } from "../state";

/** Tabs of the list: `problems` are those that buyers reported, `todo` is every delivery that waits for a person. */
export const orderTabs = ["problems", "todo", "failed", "by_hand", "held", "main_site"] as const;
export type OrderTab = (typeof orderTabs)[number];

export const adminOrdersQuery = z.object({
  ...pageQuery(20, 100),
  tab: z.enum(orderTabs).optional(),
  status: z.enum(orderStatuses).optional(),
  fulfillment: z.enum(fulfillmentStatuses).optional(),
  buyer: z.enum(buyerKinds).optional(),
  /** An order number or an e-mail address, or the beginning of one. */
  search: plainText(100).optional(),
  product_id: idText.optional(),
  channel_id: idText.optional(),
  user_id: idText.optional(),
  site_id: idText.optional(),
  ...madeBetween,
  sort: z.enum(["newest", "oldest", "amount_desc", "amount_asc"]).default("newest"),
});
export type AdminOrdersQuery = z.output<typeof adminOrdersQuery>;

const actOnOrders = { act: z.enum(["deliver", "cancel"]) };
/** Named orders, or what a filter finds. */
export const changeOrdersBody = z.union([
  z.object({ order_nos: z.array(plainText(40, 1)).min(1).max(100), ...actOnOrders }),
  z.object({
    ...matchedRows(adminOrdersQuery.omit({ page: true, per_page: true, sort: true })),
    ...actOnOrders,
  }),
]);
export type ChangeOrders = z.output<typeof changeOrdersBody>;
/** `skipped` were tried and refused: still no stock, paid meanwhile, disputed. */
export const ordersChanged = z.object({ changed: z.int(), skipped: z.int(), next: nextPiece });

export const adminOrderRow = z.object({
  order_no: z.string(),
  status: z.enum(orderStatuses),
  fulfillment_status: z.enum(fulfillmentStatuses),
  buyer: z.enum(buyerKinds),
  buyer_name: z.string(),
  /** Recipient of a gift. */
  gift_email: z.string().nullable(),
  title: z.string(),
  quantity: z.int(),
  amount: moneyOut,
  refunded_amount: moneyOut,
  currency: z.string(),
  created_at: timeOut,
  paid_at: timeOut.nullable(),
  waits_for_main_site: z.boolean(),
  /** Which one, for those who may read the interconnect. */
  waits_for: z.string().nullable(),
  /** Its buyer reported a problem that nobody has seen to. */
  has_open_problem: z.boolean(),
  /** The shop's own server is still to make what it delivers. */
  waits_for_server: z.boolean(),
});
export const adminOrderList = z.object({ orders: z.array(adminOrderRow), ...deepOut });
export type AdminOrderList = z.infer<typeof adminOrderList>;

export const adminOrderDetail = z.object({
  order: orderDetail,
  buyer: z.enum(buyerKinds),
  buyer_name: z.string(),
  ip: z.string().nullable(),
  coupon_code: z.string().nullable(),
  forms: z.array(
    z.object({ item: z.int(), answers: z.array(z.object({ label: z.string(), value: z.string() })) }),
  ),
  failures: z.array(z.object({ item: z.int(), ...toldMembers("reason") })),
  /** The keys from stock that the buyer has now, in the order in which they are shown. */
  keys: z.array(z.object({ item: z.int(), secret_id: z.int() })),
  /** Purchases at main sites for it, newest first. */
  purchases: z.array(
    z.object({
      id: z.int(),
      item: z.int(),
      /** Null, like its number there, for who may not read the interconnect. */
      connection: z.object({ id: z.int(), name: z.string() }).nullable(),
      status: z.string(),
      is_open: z.boolean(),
      upstream_order_no: z.string().nullable(),
      tries: z.int(),
      ...toldMembersOrNull("last_error"),
      next_try_at: timeOut.nullable(),
      created_at: timeOut,
    }),
  ),
  /** Requests to the shop's own server for it, newest first. */
  server_requests: z.array(
    z.object({
      item: z.int(),
      status: z.enum(deliveryRequestStatuses),
      is_awaited: z.boolean(),
      attempts: z.int(),
      ...toldMembersOrNull("last_error"),
      next_attempt_at: timeOut.nullable(),
      deadline_at: timeOut,
    }),
  ),
  refunds: z.array(
    z.object({
      refund_no: z.string(),
      amount: moneyOut,
      method: z.string(),
      status: z.enum(refundTaskStatuses),
      /** Why the gateway refused it. */
      ...toldMembersOrNull("failure"),
      reason: z.string().nullable(),
      /** The one item that it pays back. */
      item: z.int().nullable(),
      created_at: timeOut,
    }),
  ),
  events: z.array(
    z.object({
      kind: z.string(),
      actor: z.string(),
      data: z.record(z.string(), z.unknown()),
      created_at: timeOut,
    }),
  ),
  /** Sum that the gateway of its payment can still send back; null where it cannot. */
  gateway_refund: z.object({ channel: z.string(), left: moneyOut }).nullable(),
  payments: z.array(
    z.object({
      payment_no: z.string(),
      channel: z.string(),
      amount: moneyOut,
      /** Part of the amount that the channel added to the price. */
      fee_amount: moneyOut,
      /** Sum that the gateway was asked for, where it counts in another currency than the shop. */
      gateway_amount: moneyOut.nullable(),
      gateway_currency: z.string().nullable(),
      state: z.string(),
      disposition: z.string().nullable(),
      trade_no: z.string().nullable(),
      created_at: timeOut,
      paid_at: timeOut.nullable(),
    }),
  ),
});
export type AdminOrderDetail = z.infer<typeof adminOrderDetail>;

/** Fate of delivered keys. */
export const refundKeys = z.enum(["keep", "withdraw"]);

const byHandContent = z.string().min(1).max(64_000);
export const deliverByHandBody = z.object({
  item: id,
  /** Absent where files of its own are all that the item gets. */
  content: maybe(byHandContent),
});
export const fileByHandBody = ownFileBody.extend({ item: id });
export const filesByHand = z.object({
  files: z.array(
    adminFileVersion
      .pick({
        id: true,
        name: true,
        bytes: true,
        status: true,
        problem: true,
        problem_rule: true,
        upload_url: true,
        created_at: true,
      })
      .extend({ item: z.int(), title: z.string() }),
  ),
});
export type FileByHand = z.infer<typeof filesByHand>["files"][number];
export const replaceSecretBody = z.object({
  secret_id: id,
  /** The key that takes its place; absent: the next one from stock. */
  content: z.string().trim().min(1).max(16_000).optional(),
  reason: plainText(300, 1),
});
export const replaceContentBody = z.object({ item: id, content: byHandContent, reason: plainText(300, 1) });
/** `gateway` sends the money back through the channel that the order was paid with. */
export const refundMethods = ["wallet", "gateway", "deposit", "manual"] as const;

export const refundBody = z.object({
  amount: moneyIn,
  method: z.enum(refundMethods),
  reason: plainText(300).optional(),
  /** One item: `amount` is what it cost, and it alone is withdrawn. It can be paid back once. */
  item: id.optional(),
  /** Fate of delivered keys at a refund of everything or of one item; absent withdraws them. */
  keys: refundKeys.optional(),
  /** A `manual` refund that was paid already; else it stands among the refunds to make. */
  paid_back: z.boolean().optional(),
  /** Made by the page: the same key again gives nothing back. */
  request_key: z.uuid().optional(),
});
export const refundResult = z.object({ refund_no: z.string() });
export const closeProblemBody = z.object({ reason: plainText(300, 1) });
export const noteBody = z.object({ note: plainText(1000, 1) });
export const answerBody = z.object({ text: plainText(4000, 1) });

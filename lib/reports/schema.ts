import { z } from "zod";
import { refusal, rule } from "../core/refusals/refusal";
import {
  id,
  moneyOut,
  pageOut,
  plainText,
  priceIn,
  signedMoneyOut,
  storefrontPage,
  timeIn,
  timeOut,
} from "../core/wire";
import { buyerKinds } from "../orders/state";

/** The range of a report in whole days of the shop's time zone; `to` is not included. Absent: the last 30 days. */
export const reportQuery = z.object({ from: timeIn.optional(), to: timeIn.optional() });
export type ReportQuery = z.output<typeof reportQuery>;

export const attention = z.object({
  counts: z.object({
    /** Paid orders whose delivery failed, and reported problems that nobody has settled. */
    orders: z.int(),
    stock: z.int(),
    refunds: z.int(),
    held: z.int(),
    callbacks: z.int(),
    cases: z.int(),
    purchases: z.int(),
    mails: z.int(),
    alerts: z.int(),
    /** Open tasks of the to-do list, without what somebody put off. */
    tasks: z.int(),
  }),
});
export type Attention = z.infer<typeof attention>;

/** In a body, because addresses are logged, and the text may be a key. */
export const findBody = z.object({
  text: z
    .string()
    .trim()
    .min(2, rule(refusal("too_short", { min: 2 })))
    .max(16_384),
});
export const foundThings = z.object({
  hits: z.array(
    z.object({
      kind: z.enum(["order", "payment", "key", "gift_card", "user", "guest", "product", "site"]),
      title: z.string(),
      note: z.string().nullable(),
      state: z.string().nullable(),
      /** The admin page that shows it. */
      href: z.string(),
    }),
  ),
});
export type FoundThings = z.infer<typeof foundThings>;

export const salesReport = z.object({
  from: timeOut,
  to: timeOut,
  currency: z.string(),
  /** Where the days of the series begin. */
  time_zone: z.string(),
  bucket: z.enum(["hour", "day", "week"]),
  totals: z.object({
    revenue: moneyOut,
    refunded: moneyOut,
    paid_orders: z.int(),
    placed_orders: z.int(),
    average: moneyOut,
    buyers: z.int(),
  }),
  /** The same length of time right before. */
  before: z.object({ revenue: moneyOut, paid_orders: z.int(), placed_orders: z.int(), average: moneyOut }),
  series: z.array(
    z.object({
      at: timeOut,
      revenue: moneyOut,
      /** At the same place of the range before. */
      revenue_before: moneyOut,
      refunded: moneyOut,
      orders: z.int(),
      net: signedMoneyOut,
      /** The range, or the time so far, holds only a part of it. */
      is_partial: z.boolean(),
    }),
  ),
  buyers: z.array(z.object({ kind: z.enum(buyerKinds), revenue: moneyOut, orders: z.int() })),
  products: z.array(
    z.object({ product_id: z.int(), title: z.string(), quantity: z.int(), revenue: moneyOut }),
  ),
  channels: z.array(z.object({ name: z.string(), payments: z.int(), amount: moneyOut })),
});
export type SalesReport = z.infer<typeof salesReport>;

const profitFigures = z.object({
  /** Goods, after discounts and without what a payment channel adds. */
  sales: moneyOut,
  refunds: signedMoneyOut,
  /** Additions of payment channels to the price. */
  fees: signedMoneyOut,
  /** Cost of the goods. */
  cost: signedMoneyOut,
  /** Money that gateways took of payments: by the prices that their channels name, and the fee where a channel names none. */
  gateway_costs: signedMoneyOut,
  /** Balance that staff gave less what they took: what is bought with it is in the sales. */
  balance_given: signedMoneyOut,
  /** Gift cards that became balance. */
  gift_cards: signedMoneyOut,
  /** Sales less refunds of goods without a cost: in no profit. */
  uncosted_sales: signedMoneyOut,
  /**
   * Sales less refunds, less the goods without a cost, less cost; plus fees, less what gateways took, less balance given and gift cards.
   */
  profit: signedMoneyOut,
  /** Profit of the sales less refunds that have a cost, 0.25 for a quarter; null where there are none. */
  margin: z.number().nullable(),
  quantity: z.int(),
  /** Units sold without a cost. */
  uncosted: z.int(),
});
export type ProfitFigures = z.infer<typeof profitFigures>;

/** Things by which a report breaks its sums down; `supplier` is the main site that an option is bought from today. */
export const profitGroupings = [
  "product",
  "sku",
  "category",
  "channel",
  "buyer",
  "supplier",
  "coupon",
] as const;
export type ProfitGrouping = (typeof profitGroupings)[number];

const profitRow = z.object({
  /** `none`: lines without such a thing, as a fee has no product. `rest`: everything that stands in no other row. */
  kind: z.enum(["one", "none", "rest"]),
  id: z.int().nullable(),
  product_id: z.int().nullable(),
  name: z.string().nullable(),
  /** Name of the option beside the product's; null of everything else. */
  detail: z.string().nullable(),
  buyer: z.enum(buyerKinds).nullable(),
  ...profitFigures.shape,
  sales_before: moneyOut,
  profit_before: signedMoneyOut,
});
export type ProfitReportRow = z.infer<typeof profitRow>;

export const profitReport = z.object({
  from: timeOut,
  to: timeOut,
  currency: z.string(),
  time_zone: z.string(),
  totals: profitFigures,
  /** The same length of time right before. */
  before: profitFigures,
  /** Progress of the orders placed in the range: how many came how far. */
  funnel: z.object({ placed: z.int(), begun: z.int(), paid: z.int(), delivered: z.int() }),
  /** In each the 30 rows of most profit. Of `channel` none is what was paid from a balance, a deposit or confirmed by hand. */
  groups: z.array(z.object({ by: z.enum(profitGroupings), rows: z.array(profitRow) })),
  /** Options that were sold without a cost, most of it first. */
  uncosted: z.array(
    z.object({
      product_id: z.int(),
      sku_id: z.int(),
      title: z.string(),
      sku_name: z.string(),
      quantity: z.int(),
      sales: signedMoneyOut,
    }),
  ),
  /** Payments begun in the range, and how many of them were paid. */
  conversion: z.array(z.object({ channel_id: z.int(), begun: z.int(), paid: z.int() })),
  days: z.array(z.object({ at: timeOut, ...profitFigures.shape, profit_before: signedMoneyOut })),
});
export type ProfitReport = z.infer<typeof profitReport>;

export const enterCostBody = z.object({ sku_id: id, cost: priceIn });
export type EnterCostBody = z.output<typeof enterCostBody>;
export const enteredCost = z.object({ lines: z.int() });

/** Kinds of the to-do list, the most pressing first; `alert` stands for everything else that an operator must see. */
export const taskKinds = [
  "order.problem",
  "order.dispute",
  "order.failed",
  "purchase.failed",
  "order.by_hand",
  "mail.refused",
  "money.request",
  "refund.pending",
  "order.held",
  "callback.failed",
  "order.upstream",
  "review.waiting",
  "stock.out",
  "stock.low",
  "alert",
] as const;
export type TaskKind = (typeof taskKinds)[number];

export const taskQuery = z.object({
  ...storefrontPage,
  kind: z.enum(taskKinds).optional(),
  /** `open` leaves out what somebody put off; `mine` is what the caller took. */
  state: z.enum(["open", "mine", "snoozed"]).default("open"),
});
export type TaskQuery = z.output<typeof taskQuery>;

export const task = z.object({
  /** Names the task as long as it is one. */
  key: z.string(),
  kind: z.enum(taskKinds),
  /** The alert that it stands for; null of what is read from other rows. */
  alert_id: z.int().nullable(),
  alert_kind: z.string().nullable(),
  /** One sentence in the reader's language. */
  text: z.string(),
  /** The page of the admin where it is done. */
  href: z.string().nullable(),
  reference: z.string().nullable(),
  buyer: z.string().nullable(),
  amount: z.string().nullable(),
  count: z.int(),
  since: timeOut.nullable(),
  owner: z.object({ id: z.int(), name: z.string() }).nullable(),
  snoozed_until: timeOut.nullable(),
});
export type Task = z.infer<typeof task>;
export const taskPage = z.object({ tasks: z.array(task), ...pageOut });
export type TaskPage = z.infer<typeof taskPage>;
export const taskCounts = z.object({ counts: z.record(z.enum(taskKinds), z.int()), total: z.int() });
export type TaskCounts = z.infer<typeof taskCounts>;

export const markTaskBody = z.object({
  key: plainText(120, 1),
  /** Take it, or give it back. */
  mine: z.boolean().optional(),
  /** Not to be shown before; null brings it back. */
  snooze_until: timeIn.nullable().optional(),
});
export const taskMarked = z.object({
  key: z.string(),
  owner_id: z.int().nullable(),
  snoozed_until: timeOut.nullable(),
});

import { z } from "zod";
import { moneyOut, timeIn, timeOut } from "../core/wire";

/** The range of a report in whole days of the shop's time zone; `to` is not included. Absent: the last 30 days. */
export const reportQuery = z.object({ from: timeIn.optional(), to: timeIn.optional() });
export type ReportQuery = z.output<typeof reportQuery>;

export const attention = z.object({
  counts: z.object({
    /** Paid orders whose delivery failed. */
    orders: z.int(),
    stock: z.int(),
    refunds: z.int(),
    held: z.int(),
    callbacks: z.int(),
    purchases: z.int(),
    mails: z.int(),
    alerts: z.int(),
  }),
});
export type Attention = z.infer<typeof attention>;

const signedMoney = z.string().regex(/^-?\d{1,15}\.\d{2}$/);

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
    z.object({ at: timeOut, revenue: moneyOut, refunded: moneyOut, orders: z.int(), net: signedMoney }),
  ),
  buyers: z.array(z.object({ kind: z.enum(["guest", "user", "site"]), revenue: moneyOut, orders: z.int() })),
  products: z.array(
    z.object({ product_id: z.int(), title: z.string(), quantity: z.int(), revenue: moneyOut }),
  ),
  channels: z.array(z.object({ name: z.string(), payments: z.int(), amount: moneyOut })),
});
export type SalesReport = z.infer<typeof salesReport>;

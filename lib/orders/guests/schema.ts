import { z } from "zod";
import { moneyOut, timeOut } from "../../core/wire";
import { orderStatuses } from "../state";

/** As many as a browser keeps. */
const most = 50;

/** Tokens that open orders; one that opens none is left out of the answer. */
export const knownOrdersBody = z.object({ tokens: z.array(z.string().max(200)).min(1).max(most) });

const knownOrder = z.object({
  order_no: z.string(),
  status: z.enum(orderStatuses),
  /** Title of its first item. */
  title: z.string(),
  amount: moneyOut,
  currency: z.string(),
  created_at: timeOut,
});
export const knownOrders = z.object({ orders: z.array(knownOrder) });
export type KnownOrders = z.infer<typeof knownOrders>;

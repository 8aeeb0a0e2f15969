import { z } from "zod";
import { secretKinds } from "../../catalogue/schema";
import { langQuery } from "../../core/translations";
import { moneyOut, timeOut } from "../../core/wire";
import { orderStatuses } from "../state";

/** As many as a browser keeps. */
const most = 50;

/** Tokens that open orders; one that opens none is left out of the answer. */
export const knownOrdersBody = z.object({
  tokens: z.array(z.string().max(200)).min(1).max(most),
  /** Language of the titles; without it they are as they were ordered. */
  ...langQuery,
});

/** A product as it is now, as far as its picture, or a cover that is drawn in place of one, needs it. */
export const knownProduct = z.object({
  slug: z.string(),
  image: z.string().nullable(),
  whole_images: z.array(z.string()),
  auto_secret_kind: z.enum(secretKinds),
  category: z.object({ slug: z.string() }),
});

const knownOrder = z.object({
  order_no: z.string(),
  status: z.enum(orderStatuses),
  /** Title of the first thing that was ordered. */
  title: z.string(),
  /** Null where the first product is gone. */
  product: knownProduct.nullable(),
  amount: moneyOut,
  currency: z.string(),
  created_at: timeOut,
});
export const knownOrders = z.object({ orders: z.array(knownOrder) });
export type KnownOrders = z.infer<typeof knownOrders>;

import { z } from "zod";
import { maybe, plainText, timeOut } from "../../core/wire";

/**
 * Part of an earlier order to renew, with one flat line of the same option and the quantity 1: the end of its license
 * or access moves, and nothing is made anew. It is the caller's by their account, or by the guest token of that order.
 */
export const renews = z.object({
  order_no: plainText(64, 1),
  /** Its number in that order. */
  item: z.int().min(1).max(1_000_000),
  /** Where the item has several licenses. */
  license_id: maybe(plainText(40)),
  token: maybe(plainText(200)),
});

/**
 * Parts of an order that end and may be renewed now; `renews` of an order's body names one by `item` and
 * `license_id`.
 */
export const ownRenewals = z.object({
  renewals: z.array(
    z.object({
      item: z.int(),
      license_id: z.string().nullable(),
      product_id: z.int(),
      sku_id: z.int(),
      title: z.string(),
      sku_name: z.string().nullable(),
      /** By how many days it goes on. */
      days: z.int(),
      ends_at: timeOut,
      /** Were it paid now. */
      ends_at_after: timeOut,
    }),
  ),
});
export type OwnRenewals = z.infer<typeof ownRenewals>;

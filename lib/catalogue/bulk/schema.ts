import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { id, idListBody, matchedRows, nextPiece } from "../../core/wire";
import { adminProductQuery, units, word } from "../admin/schema";
import { productStatuses } from "../choices";
import { stockDisplays } from "../schema";

const bulkTags = z.array(word(30)).max(10);

const change = {
  status: z.enum(productStatuses).optional(),
  category_id: id.optional(),
  add_tags: bulkTags.optional(),
  remove_tags: bulkTags.optional(),
  low_stock_at: units.optional(),
  stock_display: z.enum(stockDisplays).optional(),
  /** Changes the price of every option, in percent: -10 is a tenth less. Options whose price follows a main site stay. */
  price_percent: z
    .int()
    .min(-99)
    .max(1000)
    .refine((percent) => percent !== 0, { error: rule("not_zero") })
    .optional(),
};

/** Named products, or what a filter finds. */
export const bulkProductBody = z
  .union([
    idListBody.extend({
      ...change,
      /** The place in the shop's order, from 1, that the first of them takes; the others follow it. */
      place: z.int().min(1).max(1_000_000).optional(),
    }),
    z.object({
      ...matchedRows(adminProductQuery.omit({ page: true, per_page: true, sort: true })),
      ...change,
    }),
  ])
  // A piece whose answer was lost would be done again: prices are changed for products that are named.
  .refine((body) => !("match" in body && body.price_percent !== undefined), {
    path: ["price_percent"],
    error: rule("named_products_only"),
  });
export type BulkProductBody = z.output<typeof bulkProductBody>;

export const bulkProductResult = z.object({
  changed: z.int(),
  next: nextPiece,
  /** Bodies of this call that give every product the status that it had; empty unless the status was changed. */
  former: z.array(z.object({ ids: z.array(z.int()), status: z.enum(productStatuses) })),
});
export type BulkProductResult = z.infer<typeof bulkProductResult>;

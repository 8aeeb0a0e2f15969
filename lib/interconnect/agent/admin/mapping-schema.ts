import { z } from "zod";
import { id, priceIn, seenIn } from "../../../core/wire";
import { repeatRules } from "../purchases/choices";
import { connectionFields } from "./schema";

/** `sku_id: null` takes the mapping away. */
export const mapBody = z.object({
  offer_id: id,
  sku_id: id.nullable(),
  is_price_auto: z.boolean().default(true),
  markup_bps: connectionFields.markup_bps.nullable().default(null),
  fixed: priceIn.nullable().default(null),
  /** Which units may come more than once; left out, it stays. */
  repeats: z.enum(repeatRules).optional(),
  seen: seenIn,
});
export type MapOffer = z.output<typeof mapBody>;

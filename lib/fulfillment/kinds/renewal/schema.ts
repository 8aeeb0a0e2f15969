import { z } from "zod";

/** Members of an order item that renewed something. */
export const deliveredRenewal = z.object({
  /** Where it was bought first. */
  order_no: z.string(),
  item: z.int(),
  /** It was withdrawn before the renewal was paid: the same was delivered anew. */
  is_new: z.boolean(),
});

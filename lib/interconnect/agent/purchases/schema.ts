import { z } from "zod";
import { toldMembersOrNull } from "../../../core/refusals/told-shape";
import { deepOut, idText, madeBetween, moneyOut, pageQuery, plainText, timeOut } from "../../../core/wire";
import { purchaseStatuses } from "../schema";

/** As the API has called them from the beginning: `held` is what waits for its goods at the main site. */
export const purchaseWireStatuses = purchaseStatuses.map((status) =>
  status === "awaiting_goods" ? ("held" as const) : status,
);

export const purchaseQuestions = ["paid", "repeat"] as const;

export const purchaseQuery = z.object({
  ...pageQuery(20, 100),
  connection_id: idText.optional(),
  status: z.enum(purchaseWireStatuses).optional(),
  search: plainText(80).optional(),
  ...madeBetween,
});
export type PurchaseQuery = z.output<typeof purchaseQuery>;
export const purchaseRow = z.object({
  id: z.int(),
  connection: z.object({ id: z.int(), name: z.string() }),
  order_no: z.string(),
  title: z.string(),
  quantity: z.int(),
  downstream_order_no: z.string(),
  upstream_order_no: z.string().nullable(),
  amount: moneyOut.nullable(),
  /** Currency of the amounts; null of a main site that does not tell. */
  currency: z.string().nullable(),
  /** Sum that the main site returned so far. */
  refunded_amount: moneyOut,
  status: z.enum(purchaseWireStatuses),
  /** Waits for a person. `paid`: it may be paid there, is another one ordered? `repeat`: the goods came before, are they delivered? */
  question: z.enum(purchaseQuestions).nullable(),
  tries: z.int(),
  next_try_at: timeOut.nullable(),
  ...toldMembersOrNull("last_error"),
  paid_at: timeOut.nullable(),
  delivered_at: timeOut.nullable(),
  created_at: timeOut,
});
export const purchaseList = z.object({ purchases: z.array(purchaseRow), ...deepOut });

import { z } from "zod";
import { toldMembersOrNull } from "../../../core/refusals/told-shape";
import { deepOut, idText, madeBetween, moneyOut, pageQuery, plainText, timeOut } from "../../../core/wire";
import { purchaseStatuses } from "../schema";

/** As the API has called them from the beginning: `held` is what waits for its goods at the main site. */
export const purchaseWireStatuses = purchaseStatuses.map((status) =>
  status === "awaiting_goods" ? ("held" as const) : status,
);

export const purchaseQuestions = ["paid", "repeat", "terms", "changed"] as const;

export const yesOrNo = z.enum(["true", "false"]);

export const purchaseQuery = z.object({
  ...pageQuery(20, 100),
  connection_id: idText.optional(),
  status: z.enum(purchaseWireStatuses).optional(),
  /** Our money is there and the goods are not here, or a person is asked. */
  open: yesOrNo.optional(),
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
  is_open: z.boolean(),
  /**
   * Waits for a person. `paid`: it may be paid there, is another one ordered? `repeat`: the goods came before, are they delivered?
   * `terms`: the main site answers otherwise than was agreed. `changed`: other goods came than those that were taken.
   */
  question: z.enum(purchaseQuestions).nullable(),
  /** End of the reservation, as agreed. */
  expire_at: timeOut.nullable(),
  /** Answer of the main site when it differed from what was agreed; a member that it did not say is null. */
  answered: z
    .object({
      upstream_order_no: z.string().nullable(),
      amount: moneyOut.nullable(),
      currency: z.string().nullable(),
      expire_at: timeOut.nullable(),
      /** Its word for the order; `unknown`: it does not know the order. */
      state: z.string().nullable(),
      units: z.int().nullable(),
    })
    .nullable(),
  tries: z.int(),
  next_try_at: timeOut.nullable(),
  ...toldMembersOrNull("last_error"),
  paid_at: timeOut.nullable(),
  delivered_at: timeOut.nullable(),
  created_at: timeOut,
});
/** Open purchases of the filter by currency, to lay beside the account at the main site. */
export const openPurchases = z.object({
  currency: z.string().nullable(),
  count: z.int(),
  amount: moneyOut,
  /** Number of them that wait for a person. */
  asked: z.int(),
  asked_amount: moneyOut,
});
export type OpenPurchases = z.infer<typeof openPurchases>;
export const purchaseList = z.object({
  purchases: z.array(purchaseRow),
  open: z.array(openPurchases),
  ...deepOut,
});

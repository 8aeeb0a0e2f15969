import { z } from "zod";
import {
  id,
  idText,
  madeBetween,
  moneyOut,
  pageOut,
  plainText,
  storefrontPage,
  timeOut,
} from "../../core/wire";
import { depositMoveBody } from "../../interconnect/main/admin/schema";
import { settlementSources, settleStatementBody } from "../../interconnect/main/statements/schema";
import { refundBody, refundKeys, refundMethods } from "../../orders/staff/admin-schema";
import { confirmPaidBody, confirmPaymentBody } from "../../payments/confirmations/schema";
import { adjustBalanceBody, createGiftCardBatchBody, directions } from "../../wallet/schema";

const orderNo = plainText(40, 1);

/** An act that moves money by hand: the body of its own call, and what it is done to. */
export const moneyRequestBody = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("wallet.adjust"), user_id: id, ...adjustBalanceBody.shape }),
  z.object({ kind: z.literal("deposit.move"), site_id: id, ...depositMoveBody.shape }),
  z.object({
    kind: z.literal("statement.settle"),
    site_id: id,
    statement_id: id,
    ...settleStatementBody.shape,
  }),
  z.object({
    kind: z.literal("order.refund"),
    order_no: orderNo,
    ...refundBody.shape,
    request_key: z.uuid(),
  }),
  z.object({ kind: z.literal("order.confirm_paid"), order_no: orderNo, ...confirmPaidBody.shape }),
  z.object({ kind: z.literal("payment.confirm"), payment_no: plainText(40, 1), ...confirmPaymentBody.shape }),
  z.object({ kind: z.literal("refund.finish"), refund_no: plainText(40, 1) }),
  z.object({ kind: z.literal("refund.send"), refund_no: plainText(40, 1) }),
  z.object({
    kind: z.literal("gift_cards.create"),
    request_key: z.uuid(),
    ...createGiftCardBatchBody.shape,
  }),
]);
export type MoneyRequestBody = z.output<typeof moneyRequestBody>;
export type MoneyActKind = MoneyRequestBody["kind"];

/** `expired`: no decision in time. */
export const moneyRequestStates = ["pending", "done", "rejected", "withdrawn", "expired"] as const;

const person = z.object({ id: z.int(), name: z.string() });

export const moneyRequestView = z.object({
  id: z.int(),
  kind: z.string(),
  amount: moneyOut,
  currency: z.string(),
  /** `order:K…`, `recharge:R…`, `user:12`, `site:3`, `gift_cards`. */
  reference: z.string(),
  /** Why, in the words of who asked. */
  remark: z.string().nullable(),
  /** Trade number of a payment that somebody saw, and its picture. */
  payment_reference: z.string().nullable(),
  proof_id: z.string().nullable(),
  /** Item of a refund of one item. */
  item: z.object({ position: z.int(), title: z.string(), sku_name: z.string().nullable() }).nullable(),
  /**
   * Fate of delivered keys at a refund: whether the buyer keeps them. Null: nothing was said, and a full refund
   * withdraws them.
   */
  keys: refundKeys.nullable(),
  /** Which way a balance or deposit moves. */
  direction: z.enum(directions).nullable(),
  /** How a refund goes. */
  method: z.enum(refundMethods).nullable(),
  /** Says of a `manual` refund that the money has been paid back already. */
  paid_back: z.boolean(),
  /** Statement of a settlement, and the source of its money. */
  statement_id: z.int().nullable(),
  settled_from: z.enum(settlementSources).nullable(),
  /** Number of gift cards, and the time until which they can be redeemed. */
  quantity: z.int().nullable(),
  valid_until: timeOut.nullable(),
  status: z.enum(moneyRequestStates),
  requested_by: person,
  decided_by: person.nullable(),
  decision_note: z.string().nullable(),
  created_at: timeOut,
  expires_at: timeOut,
  decided_at: timeOut.nullable(),
});
export type MoneyRequestView = z.infer<typeof moneyRequestView>;

export const moneyRequestQuery = z.object({
  ...storefrontPage,
  status: z.enum(moneyRequestStates).optional(),
  ...madeBetween,
});
export type MoneyRequestQuery = z.output<typeof moneyRequestQuery>;
export const moneyRequestPage = z.object({ requests: z.array(moneyRequestView), ...pageOut });
export const moneyRequestParams = z.object({ request_id: idText });
export const moneyRequestDone = z.object({ id: z.int() });
export const rejectMoneyBody = z.object({ note: plainText(300, 1) });

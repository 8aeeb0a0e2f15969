import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { buy, payFor, purchasesOf } from "./agent-shop";

type Sku = { id: number; productId: number };
type Change = Prisma.PurchaseUncheckedUpdateInput;

const paidThere = { paymentRef: "PAY:1", paidAt: new Date() };

/** States of a purchase, as rows of the database. */
const states = {
  created: { status: "created" },
  paying: { status: "paying" },
  held: { status: "awaiting_goods", ...paidThere },
  delivered: { status: "delivered", ...paidThere, deliveredAt: new Date(), goodsHash: new Uint8Array(32) },
  "failed unpaid": { status: "failed", paymentRef: null },
  "failed, may be paid": { status: "failed", ...paidThere },
  refunded: { status: "refunded", ...paidThere },
  canceled: { status: "canceled" },
  superseded: { status: "superseded" },
} satisfies Record<string, Change>;
export type State = keyof typeof states;

const fulfillmentOf = (state: State) =>
  state === "delivered" ? "ready" : /^(failed|refunded)/.test(state) ? "failed" : "processing";

export const questions = {
  none: {},
  paid: { question: "paid", answered: { state: "unknown" } },
  repeat: { question: "repeat", answered: { units: 1 } },
  terms: { stopped: "terms", answered: { amount: "6.00" } },
  changed: { stopped: "changed", answered: { units: 1, goods: "00" } },
} satisfies Record<string, Change>;
export type Question = keyof typeof questions;

/** A paid order of ours whose purchase is in this state, with this question. */
export async function purchaseIn(sku: Sku, state: State, question: Question = "none") {
  const { data } = await buy(sku);
  await payFor(data.order_no);
  const [made] = await purchasesOf(data.order_no);
  if (!made) throw new Error("There is no purchase");
  await db().purchase.update({ where: { id: made.id }, data: { ...states[state], ...questions[question] } });
  await db().fulfillment.updateMany({
    where: { orderItemId: made.orderItemId },
    data: { status: fulfillmentOf(state) },
  });
  return { id: made.id, order: data };
}

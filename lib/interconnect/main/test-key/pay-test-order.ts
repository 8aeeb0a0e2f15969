import type { TestSiteActor } from "../../../acts/actor";
import { addSeconds, now } from "../../../core/clock";
import { AppError } from "../../../core/errors";
import { formatMoney } from "../../../core/money";
import { refusal } from "../../../core/refusals/refusal";
import type { SiteTestOrder } from "../../../db/generated/client";
import { inTransaction } from "../../../db/transaction";
import { isUniqueViolation } from "../../../db/unique-violation";
import { enqueue } from "../../../jobs/enqueue";
import type { PaySiteOrder, SiteOrderPaid } from "../schema";
import { findTestOrder, paidView } from "./test-order";

/** The refusals of `paySiteOrder`, in its order. @returns whether the same payment came before */
function isRepeat(order: SiteTestOrder, body: PaySiteOrder): boolean {
  if (order.deliveredAt !== null) throw new AppError("state_conflict", "order_delivered");
  if (body.paid_amount !== order.amountCents)
    throw new AppError("malformed", refusal("must_equal", { amount: formatMoney(order.amountCents) }), {
      field: "paid_amount",
    });
  if (order.paidAt === null) return false;
  if (order.downstreamPaymentId === body.downstream_payment_id) return true;
  throw new AppError("state_conflict", "paid_with_another_payment", { field: "downstream_payment_id" });
}

/** Time in which a program can try to wait, to ask and to report its payment again. */
const byHandSeconds = 20;

/** No money moves: the payment is noted, and the goods are there. What a person prepares comes by callback a moment later. */
export async function payTestOrder(
  actor: TestSiteActor,
  orderNo: string,
  body: PaySiteOrder,
  noteRepeat?: () => void,
): Promise<SiteOrderPaid> {
  const order = await findTestOrder(actor.siteId, orderNo);
  if (isRepeat(order, body)) {
    noteRepeat?.();
    return paidView(order);
  }
  const paidAt = now();
  const data = {
    paidAt,
    downstreamPaymentId: body.downstream_payment_id,
    deliveredAt: order.isByHand ? null : paidAt,
  };
  try {
    const isFirst = await inTransaction(async (tx) => {
      const { count } = await tx.siteTestOrder.updateMany({ where: { id: order.id, paidAt: null }, data });
      const runAt = addSeconds(new Date(), order.isByHand ? byHandSeconds : 0);
      if (count === 1)
        await enqueue(tx, "site.test_order", { testOrderId: order.id, attempts: 0 }, { runAt });
      return count === 1;
    });
    // Another report was first, at the same moment: this one is judged by what it left.
    return isFirst ? paidView({ ...order, ...data }) : payTestOrder(actor, orderNo, body, noteRepeat);
  } catch (error) {
    if (!isUniqueViolation(error, "site_test_orders_site_id_downstream_payment_id_key")) throw error;
    throw new AppError("state_conflict", "payment_of_another_order", { field: "downstream_payment_id" });
  }
}

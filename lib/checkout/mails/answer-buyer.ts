import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { queueMail } from "../../notifications/mails/queue-mail";
import { settleProblem } from "../../orders/buyer/open-problem";
import { lockOrder } from "../../orders/mark-order-paid";
import { recordEvent } from "../../orders/record-event";
import { orderLink } from "./mailable-order";

/** Staff write to the buyer about an order; what the buyer had reported is settled by it. @throws AppError `not_found`, `state_conflict` */
export async function answerBuyer(
  { actor, client, orderNo }: { actor: AdminActor; client: ClientInfo; orderNo: string },
  text: string,
): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await tx.order.findUnique({
      where: { orderNo },
      select: { id: true, buyerKind: true, email: true, locale: true, user: { select: { email: true } } },
    });
    if (!order) throw notFound("order");
    const to = order.user?.email ?? order.email;
    if (order.buyerKind === "site" || to === null) throw new AppError("state_conflict", "no_buyer");
    const { url, guestToken } = orderLink({ id: order.id, orderNo, buyerKind: order.buyerKind });
    const data = { orderNo, text, url };
    const about = { guestToken, reference: orderNo };
    await queueMail(tx, { kind: "order_answer", to, locale: order.locale, data, ...about });
    await lockOrder(tx, order.id);
    await recordEvent(tx, {
      orderId: order.id,
      kind: "answered",
      actor: actorName(actor),
      data: { note: text, ...(await settleProblem(tx, orderNo)) },
    });
    await recordAudit(tx, actor, client, { action: "order.answer", target: `order:${orderNo}`, data: {} });
  });
}

import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { formatMoney, nameAmount } from "../../core/money";
import { inTransaction } from "../../db/transaction";
import { noteDispute } from "../disputes";
import { lockOrder } from "../mark-order-paid";
import type { DisputeInput } from "./schema";

/**
 * Records a dispute of which a gateway that sends no messages about disputes wrote to the operator.
 * @throws AppError `not_found`, `state_conflict`
 */
export async function recordDispute(
  { actor, client, orderNo }: { actor: AdminActor; client: ClientInfo; orderNo: string },
  input: DisputeInput,
): Promise<void> {
  await inTransaction(async (tx) => {
    const known = await tx.order.findUnique({ where: { orderNo }, select: { id: true } });
    if (!known) throw notFound("order");
    await lockOrder(tx, known.id);
    const order = await tx.order.findUniqueOrThrow({ where: { id: known.id } });
    if (order.paymentStatus === "unpaid") throw new AppError("state_conflict", "order_unpaid");
    const isNew = await noteDispute(
      tx,
      order,
      {
        disputeNo: input.dispute_no,
        state: input.state,
        amount: nameAmount(formatMoney(order.amountCents), order.currency),
        reason: input.reason,
        dueAt: input.due_at ?? null,
      },
      actorName(actor),
    );
    if (!isNew) throw new AppError("state_conflict", "dispute_known");
    await recordAudit(tx, actor, client, {
      action: "order.dispute",
      target: `order:${orderNo}`,
      data: { dispute: input.dispute_no, state: input.state },
    });
  });
}

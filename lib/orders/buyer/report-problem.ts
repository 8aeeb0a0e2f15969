import { actorName, type GuestActor, type UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { consumeLimit } from "../../db/rate-limit";
import { inTransaction, type Tx } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { lockOrder } from "../mark-order-paid";
import { getOwnOrderId } from "../queries";
import { recordEvent } from "../record-event";
import type { ProblemBody } from "../schema";
import { findWaitingSince, problemKey, problemKind } from "./open-problem";

interface AboutKey {
  secretId: number;
  /** Name that stands before the buyer's words. */
  name: string;
}

/** The key that the buyer sees at this place. @throws AppError `malformed` */
async function findKey(tx: Tx, orderId: number, body: ProblemBody): Promise<AboutKey | null> {
  const { item: position, key } = body;
  if (!position || !key) return null;
  const item = await tx.orderItem.findFirst({
    where: { orderId, position },
    select: {
      title: true,
      skuName: true,
      fulfillment: {
        select: {
          secrets: {
            where: { replacedAt: null },
            orderBy: { id: "asc" },
            skip: key - 1,
            take: 1,
            select: { secretId: true },
          },
        },
      },
    },
  });
  const found = item?.fulfillment?.secrets[0];
  if (!item || !found) throw new AppError("malformed", "not_a_key_of_order", { field: "key" });
  const name = [item.title, item.skuName, `#${key}`].filter(Boolean).join(" ");
  return { secretId: found.secretId, name };
}

/**
 * The buyer of a paid order says what is wrong with it: a task of the operator, who answers by mail, and a line of the order's
 * history. @throws AppError `not_found`, `state_conflict`, `rate_limited`
 */
export async function reportProblem(
  actor: GuestActor | UserActor,
  orderNo: string,
  body: ProblemBody,
): Promise<{ reported: true }> {
  const orderId = await getOwnOrderId(actor, orderNo);
  await consumeLimit("order_problem", String(orderId));
  await inTransaction(async (tx) => {
    await lockOrder(tx, orderId);
    const { paymentStatus } = await tx.order.findUniqueOrThrow({
      where: { id: orderId },
      select: { paymentStatus: true },
    });
    if (paymentStatus === "unpaid") throw new AppError("state_conflict", "nothing_bought");
    const about = await findKey(tx, orderId, body);
    const text = about ? `${about.name}: ${body.text}` : body.text;
    const data = { note: text, ...(about ? { secretId: about.secretId } : {}) };
    await recordEvent(tx, { orderId, kind: "problem", actor: actorName(actor), data });
    const openedAt = (await findWaitingSince(tx, orderNo)) ?? now();
    await raiseAlert(tx, {
      kind: problemKind,
      data: { orderNo, text, openedAt: openedAt.toISOString() },
      reference: orderNo,
      dedupeKey: problemKey(orderNo),
    });
    // Somebody who put it off hears of what was written since.
    await tx.taskMark.updateMany({ where: { key: problemKey(orderNo) }, data: { snoozedUntil: null } });
  });
  return { reported: true };
}

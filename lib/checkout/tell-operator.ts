import { toLocale } from "../core/locale";
import { batchReads } from "../db/batches";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { recordOperatorEvent } from "../notifications/outbound/record-operator-event";
import { keepMessage, takeEvents } from "../notifications/outbound/take-events";
import { findWantedSales } from "./sql/wanted-sale";
import { writeOperatorMessage } from "./write-operator-message";

const findTogether = batchReads((orderIds: readonly number[]) => findWantedSales(db(), orderIds));

/** Records what a paid order means for the operator: a sale, and perhaps work. Idempotent: each event is recorded once. */
export async function tellOfPaidOrder(orderId: number): Promise<void> {
  const order = (await findTogether(orderId)).find(({ id }) => id === orderId);
  if (!order) return;
  const { orderNo, fulfillmentStatus, needsAPerson, isLate } = order;
  const work = [
    ...(fulfillmentStatus === "processing" && needsAPerson ? ["order_by_hand" as const] : []),
    ...(fulfillmentStatus === "held" ? ["order_held" as const] : []),
  ];
  const kinds = ["sale" as const, ...work, ...(isLate ? ["payment_late" as const] : [])];
  await inTransaction(async (tx) => {
    for (const kind of kinds)
      await recordOperatorEvent(tx, {
        kind,
        data: { orderNo },
        // The message of work to be done says everything that the sale would say.
        ...(kind === "sale" && work.length > 0 ? { unlessTold: work } : {}),
        dedupeKey: `${kind}:${orderNo}`,
        reference: orderNo,
      });
  });
}

/** Makes one message of everything of a kind that waits for a channel. */
export async function sendQueuedEvents(turn: { channelId: number; kind: string }): Promise<void> {
  const channel = await db().notificationChannel.findUnique({
    where: { id: turn.channelId },
    select: { locale: true },
  });
  if (!channel) return;
  const locale = toLocale(channel.locale);
  await inTransaction(async (tx) => {
    const [first, ...others] = await takeEvents(tx, turn);
    if (!first) return;
    await keepMessage(tx, turn.channelId, await writeOperatorMessage(tx, [first, ...others], locale));
  });
}

import { now } from "../../core/clock";
import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import type { OperatorMessage } from "./message";

export interface TakenEvent {
  id: number;
  kind: string;
  alertKind: string | null;
  data: Record<string, unknown>;
  reference: string | null;
  createdAt: Date;
}

/** Everything that waits for one message, taken out of the queue. */
export async function takeEvents(
  tx: Tx,
  { channelId, kind }: { channelId: number; kind: string },
): Promise<TakenEvent[]> {
  return tx.$queryRaw<TakenEvent[]>`
    WITH taken AS (DELETE FROM notification_queue WHERE channel_id = ${channelId} AND kind = ${kind} RETURNING event_id)
    SELECT e.id, e.kind, e.alert_kind AS "alertKind", e.data, e.reference, e.created_at AS "createdAt"
    FROM taken t JOIN operator_events e ON e.id = t.event_id ORDER BY e.id`;
}

/** The message and the job that sends it, in the transaction that took its events. */
export async function keepMessage(tx: Tx, channelId: number, message: OperatorMessage): Promise<number> {
  const { id } = await tx.notificationDelivery.create({
    data: {
      channelId,
      kind: message.kind,
      eventCount: message.count,
      message: JSON.parse(JSON.stringify(message)),
      createdAt: now(),
      nextAttemptAt: now(),
    },
    select: { id: true },
  });
  await enqueue(tx, "operator.send", { deliveryId: id }, { jobKey: `operator.send:${id}` });
  return id;
}

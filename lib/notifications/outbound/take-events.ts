import { now } from "../../core/clock";
import { isRecord } from "../../core/shapes/records";
import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import type { OperatorMessage } from "./message";
import { takeQueuedEvents } from "./sql";

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
  const rows = await takeQueuedEvents(tx, channelId, kind);
  return rows.map((row) => ({ ...row, data: isRecord(row.data) ? row.data : {} }));
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

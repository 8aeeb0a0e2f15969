import { getConfig } from "../../config/config";
import { isRecord } from "../../core/shapes/records";
import { toTime } from "../../core/wire";
import type { Tx } from "../../db/transaction";
import type { OperatorMessage } from "../../notifications/outbound/message";
import { keepMessage } from "../../notifications/outbound/take-events";

/** An event that was just stored. */
export interface ToldEvent {
  id: bigint;
  type: string;
  createdAt: Date;
  data: unknown;
}

/** Id of an event on the wire. */
export const nameEvent = (id: bigint): string => `evt_${id}`;

function messageOf(event: ToldEvent): OperatorMessage {
  const [id, created_at] = [nameEvent(event.id), toTime(event.createdAt)];
  const data = isRecord(event.data) ? event.data : {};
  const { baseUrl } = getConfig().server;
  const url =
    typeof data.order_no === "string" ? `${baseUrl}/admin/orders/${data.order_no}` : `${baseUrl}/admin/stock`;
  const { type } = event;
  const sent = { id, type, created_at, data };
  return { kind: type, title: type, rows: [], url, count: 1, at: created_at, event: sent };
}

/** Keeps a message for every program that is told of the type, one for each event, in the transaction that stored it. */
export async function tellPrograms(tx: Tx, events: readonly ToldEvent[]): Promise<void> {
  const programs = await tx.notificationChannel.findMany({
    where: { provider: "events", isEnabled: true },
    orderBy: { id: "asc" },
    select: { id: true, events: true },
  });
  for (const event of events)
    for (const { id, events: wanted } of programs)
      if (isRecord(wanted) && event.type in wanted) await keepMessage(tx, id, messageOf(event));
}

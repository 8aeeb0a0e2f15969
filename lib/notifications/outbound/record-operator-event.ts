import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { insertWantedEvent } from "../sql/mails";
import type { OperatorEventKind } from "./schema";

export interface NewOperatorEvent {
  kind: OperatorEventKind;
  data: Readonly<Record<string, unknown>>;
  /** The same event is stored once. */
  dedupeKey: string;
  /** A channel that is told of one of these kinds about the same thing is not told of this one. */
  unlessTold?: readonly OperatorEventKind[];
  alertKind?: string;
  reference?: string | undefined;
}

/** Stores an event and enqueues its messages, if any channel wants its kind; all in the caller's transaction. */
export async function recordOperatorEvent(tx: Tx, event: NewOperatorEvent): Promise<void> {
  const eventId = await insertWantedEvent(tx, {
    kind: event.kind,
    alertKind: event.alertKind ?? null,
    data: JSON.stringify(event.unlessTold ? { ...event.data, unlessTold: event.unlessTold } : event.data),
    reference: event.reference ?? null,
    dedupeKey: event.dedupeKey,
  });
  if (eventId !== undefined) await enqueue(tx, "operator.event", { eventId });
}

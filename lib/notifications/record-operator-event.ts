import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import type { OperatorEventKind } from "./outbound/schema";

export interface NewOperatorEvent {
  kind: OperatorEventKind;
  data: Readonly<Record<string, unknown>>;
  /** The same event again is told once. */
  dedupeKey: string;
  alertKind?: string;
  reference?: string | undefined;
}

/** Keeps an event and has it told, if any channel wants to hear of its kind; all in the caller's transaction. */
export async function recordOperatorEvent(tx: Tx, event: NewOperatorEvent): Promise<void> {
  const [row] = await tx.$queryRaw<{ id: number }[]>`
    INSERT INTO operator_events (kind, alert_kind, data, reference, dedupe_key, created_at)
    SELECT ${event.kind}, ${event.alertKind ?? null}::text, ${JSON.stringify(event.data)}::jsonb,
      ${event.reference ?? null}::text, ${event.dedupeKey}, ${now()}
    WHERE EXISTS (SELECT FROM notification_channels WHERE is_enabled AND jsonb_exists(events, ${event.kind}))
    ON CONFLICT (dedupe_key) DO NOTHING RETURNING id`;
  if (row) await enqueue(tx, "operator.event", { eventId: row.id });
}

import { now } from "../../core/clock";
import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { enqueueQueuedStep } from "./purchases/schedule";
import { makeDue } from "./sql/waiting-purchases";

/** Steps that are queued at once; the sweep of each minute takes the others. */
const mostAtOnce = 200;

/** The main site answers again: what waits for it does not wait for its turn, which may be a quarter of an hour away (C63). */
export async function wakeConnection(tx: Tx, connectionId: number): Promise<void> {
  const due = await makeDue(tx, connectionId);
  for (const { id, status } of due.slice(0, mostAtOnce))
    await enqueueQueuedStep(tx, { id, status, connectionId }, now());
  const { status, lastSyncError, syncStartedAt } = await tx.connection.findUniqueOrThrow({
    where: { id: connectionId },
    select: { status: true, lastSyncError: true, syncStartedAt: true },
  });
  if (status !== "active" || lastSyncError === null || syncStartedAt !== null) return;
  await enqueue(
    tx,
    "connection.sync",
    { connectionId, trigger: "schedule" },
    { jobKey: `sync:${connectionId}` },
  );
}

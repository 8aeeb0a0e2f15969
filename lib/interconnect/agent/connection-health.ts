import { addSeconds, now } from "../../core/clock";
import { note } from "../../core/refusals/noted";
import type { Problem } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { wakeConnection } from "./wake-connection";

export interface Health {
  failingSince: Date | null;
  lastGoodAt: Date | null;
}

/** A good answer is noted once a minute at most: no call to a main site that works costs a statement more. */
const noteEverySeconds = 60;

/**
 * Shortest outage that is told. A single call that goes wrong among good ones wakes nothing: it may be wrong by
 * itself.
 */
const shortestSeconds = 60;

export async function noteGoodAnswer(connectionId: number, known: Health): Promise<void> {
  const at = now();
  const isFresh = known.lastGoodAt !== null && known.lastGoodAt > addSeconds(at, -noteEverySeconds);
  if (known.failingSince === null && isFresh) return;
  const data = { failingSince: null, lastProblem: null, lastGoodAt: at };
  const wasAway = known.failingSince !== null && known.failingSince <= addSeconds(at, -shortestSeconds);
  if (!wasAway) {
    await db().connection.updateMany({ where: { id: connectionId }, data });
    return;
  }
  await inTransaction(async (tx) => {
    // The first of several good answers at once wakes.
    const { count } = await tx.connection.updateMany({
      where: { id: connectionId, failingSince: { not: null } },
      data,
    });
    if (count === 1) await wakeConnection(tx, connectionId);
  });
}

export async function noteFailedCall(connectionId: number, problem: Problem): Promise<void> {
  const lastProblem = note(problem);
  const { count } = await db().connection.updateMany({
    where: { id: connectionId, failingSince: null },
    data: { failingSince: now(), lastProblem },
  });
  if (count === 0)
    await db().connection.updateMany({
      where: { id: connectionId, NOT: { lastProblem } },
      data: { lastProblem },
    });
}

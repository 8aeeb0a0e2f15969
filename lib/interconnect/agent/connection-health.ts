import { addSeconds, now } from "../../core/clock";
import { db } from "../../db/client";

export interface Health {
  failingSince: Date | null;
  lastGoodAt: Date | null;
}

/** A good answer is noted once a minute at most: no call to a main site that works costs a statement more. */
const noteEverySeconds = 60;

export async function noteGoodAnswer(connectionId: number, known: Health): Promise<void> {
  const isFresh = known.lastGoodAt !== null && known.lastGoodAt > addSeconds(now(), -noteEverySeconds);
  if (known.failingSince === null && isFresh) return;
  await db().connection.updateMany({
    where: { id: connectionId },
    data: { failingSince: null, lastProblem: null, lastGoodAt: now() },
  });
}

export async function noteFailedCall(connectionId: number, problem: string): Promise<void> {
  const lastProblem = problem.slice(0, 500);
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

import { now } from "../../core/clock";
import { memberOf } from "../../core/shapes/records";
import { db } from "../../db/client";
import type { Tx } from "../../db/transaction";
import { endAlert } from "../../notifications/alerts/raise-alert";

export const problemKind = "order.problem";

/** One open task an order, however often its buyer writes. */
export const problemKey = (orderNo: string): string => `${problemKind}:${orderNo}`;

/** Since when the buyer waits for a word: their first report that nobody has seen to. Null while there is none. */
export async function findWaitingSince(tx: Tx, orderNo: string): Promise<Date | null> {
  const alert = await tx.alert.findUnique({ where: { dedupeKey: problemKey(orderNo) } });
  if (!alert || alert.resolvedAt !== null) return null;
  const openedAt = memberOf(alert.data, "openedAt");
  return typeof openedAt === "string" ? new Date(openedAt) : alert.lastSeenAt;
}

/**
 * Staff answered, replaced what did not work or paid it back: what the buyer reported is seen to. The caller has locked the order.
 * @returns what the line of the act tells of it: how long the buyer has waited
 */
export async function settleProblem(tx: Tx, orderNo: string): Promise<{ waited_seconds?: number }> {
  const since = await findWaitingSince(tx, orderNo);
  if (since === null) return {};
  await endAlert(tx, problemKey(orderNo));
  return { waited_seconds: Math.max(0, Math.round((now().getTime() - since.getTime()) / 1000)) };
}

/** Finds which of these orders have a problem that nobody has seen to. */
export async function findOpenProblems(orderNos: readonly string[]): Promise<ReadonlySet<string>> {
  const open = await db().alert.findMany({
    where: { resolvedAt: null, dedupeKey: { in: orderNos.map(problemKey) } },
    select: { reference: true },
  });
  return new Set(open.flatMap(({ reference }) => reference ?? []));
}

/** Numbers of the orders whose problem nobody has seen to. */
export async function listOpenProblems(): Promise<string[]> {
  const open = await db().alert.findMany({
    where: { resolvedAt: null, kind: problemKind },
    select: { reference: true },
  });
  return open.flatMap(({ reference }) => (reference === null ? [] : [reference]));
}

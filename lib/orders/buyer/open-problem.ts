import { memberOf } from "../../core/shapes/records";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { Tx } from "../../db/transaction";
import { endAlert } from "../../notifications/alerts/raise-alert";

export const problemKind = "order.problem";

/** One open task an order, however often its buyer writes. */
export const problemKey = (orderNo: string): string => `${problemKind}:${orderNo}`;

/** Staff answered, replaced what did not work or paid it back: what the buyer reported is seen to. */
export const settleProblem = (tx: Tx, orderNo: string): Promise<void> => endAlert(tx, problemKey(orderNo));

/** Finds the buyer's last report, while nobody has seen to it. */
export async function findOpenProblem(orderNo: string): Promise<{ text: string; at: string } | null> {
  const alert = await db().alert.findUnique({ where: { dedupeKey: problemKey(orderNo) } });
  if (!alert || alert.resolvedAt !== null) return null;
  const text = memberOf(alert.data, "text");
  return { text: typeof text === "string" ? text : alert.message, at: toTime(alert.lastSeenAt) };
}

/** Numbers of the orders whose problem nobody has seen to. */
export async function listOpenProblems(): Promise<string[]> {
  const open = await db().alert.findMany({
    where: { resolvedAt: null, kind: problemKind },
    select: { reference: true },
  });
  return open.flatMap(({ reference }) => (reference === null ? [] : [reference]));
}

import type { z } from "zod";
import { listColleagues } from "../accounts/staff/colleagues";
import type { AdminActor } from "../acts/actor";
import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import { toTimeOrNull } from "../core/wire";
import { inTransaction } from "../db/transaction";
import type { caseMarked, MarkCase } from "./case-schema";
import { caseScopeOf } from "./cases";
import { readTasksOfOrder } from "./sql/cases";

/** Gives a case to somebody, gives it back, or puts it off: each task of the order. @throws AppError `not_found`, `malformed` */
export async function markCase(
  actor: AdminActor,
  orderNo: string,
  { owner_id: ownerId, wait_until: snoozedUntil }: MarkCase,
): Promise<z.infer<typeof caseMarked>> {
  const tasks = await readTasksOfOrder(caseScopeOf(actor), orderNo);
  if (tasks.length === 0) throw notFound("case");
  const colleagues = await listColleagues("orders:write");
  const owner = colleagues.find(({ id }) => id === ownerId) ?? null;
  if (typeof ownerId === "number" && !owner)
    throw new AppError("malformed", "no_such_colleague", { field: "owner_id" });
  if (snoozedUntil && snoozedUntil <= now())
    throw new AppError("malformed", "in_the_future", { field: "wait_until" });
  const changes = {
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(snoozedUntil === undefined ? {} : { snoozedUntil }),
    updatedAt: now(),
  };
  // In the order of their keys: two who mark the same case take turns.
  const keys = tasks.map(({ key }) => key).toSorted();
  const mark = await inTransaction(async (tx) => {
    let last: { ownerId: number | null; snoozedUntil: Date | null } | null = null;
    for (const key of keys)
      last = await tx.taskMark.upsert({ where: { key }, create: { key, ...changes }, update: changes });
    return last;
  });
  return {
    order_no: orderNo,
    owner: colleagues.find(({ id }) => id === mark?.ownerId) ?? null,
    wait_until: toTimeOrNull(mark?.snoozedUntil),
  };
}

import { addSeconds, now } from "../../core/clock";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueueRequest } from "../../fulfillment/kinds/dynamic/request-schedule";
import { awaitedRequestStatuses } from "../../fulfillment/kinds/dynamic/state";

const slice = 200;
/** Until then a request's own job is on its way. */
const graceSeconds = 120;

/** Gives a job to every request that is due and has none, whatever became of the one that it had. */
export async function sweepRequests(): Promise<void> {
  const before = addSeconds(now(), -graceSeconds);
  const due = await db().deliveryRequest.findMany({
    where: {
      OR: [
        { status: "pending", nextAttemptAt: { lt: before } },
        { status: { in: awaitedRequestStatuses }, deadlineAt: { lt: before } },
      ],
    },
    orderBy: { id: "asc" },
    take: slice,
    select: { id: true },
  });
  if (due.length === 0) return;
  await inTransaction(async (tx) => {
    for (const { id } of due) await enqueueRequest(tx, id);
  });
}

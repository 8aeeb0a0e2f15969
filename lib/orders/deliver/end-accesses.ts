import { now } from "../../core/clock";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { recordEvent } from "../record-event";
import { lockEnded } from "../sql/living";

const slice = 100;

/**
 * Passes the end of an access on to the agent site that bought it: its payload says from then on that it ended. Buyers of the
 * shop itself see it by the time alone.
 */
export async function endAccesses(): Promise<void> {
  let after = 0;
  for (;;) {
    const last = await inTransaction(async (tx) => {
      const ended = await lockEnded(tx, { after, limit: slice, at: now() });
      for (const { fulfillmentId, orderId, position } of ended) {
        const { count } = await tx.livingAccess.updateMany({
          where: { fulfillmentId, endedAt: null },
          data: { endedAt: now() },
        });
        if (count === 0) continue;
        const data = { item: position };
        await recordEvent(tx, { orderId, kind: "secret_replaced", actor: "system", data });
        await enqueue(tx, "order.secret_changed", { orderId });
      }
      return ended.at(-1)?.orderId;
    });
    if (last === undefined) return;
    after = last;
  }
}

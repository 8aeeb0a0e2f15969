import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/**
 * Asks a main site again. What is asked again goes one after the other, a queue for each main site: one that hangs holds a
 * single worker with it. First attempts stand in no queue, for a buyer waits for each of them.
 */
export const enqueuePurchaseRetry = (
  tx: Tx,
  kind: "purchase.pay" | "purchase.poll",
  { id, connectionId }: { id: number; connectionId: number },
  runAt: Date,
) =>
  enqueue(
    tx,
    kind,
    { purchaseId: id },
    { runAt, jobKey: `purchase:${id}`, queue: `connection:${connectionId}` },
  );

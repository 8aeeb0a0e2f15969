import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/** One pending job an import. */
export const enqueueImport = (tx: Tx, importId: number, runAt?: Date): Promise<void> =>
  enqueue(
    tx,
    "stock.import",
    { importId },
    { jobKey: `stock.import:${importId}`, ...(runAt ? { runAt } : {}) },
  );

import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import type { Refusal } from "../../core/refusals/refusal";
import type { Tx } from "../../db/transaction";
import { moveImport } from "./move-import";
import { readSums } from "./sums";

interface End {
  id: number;
  to: "done" | "failed" | "canceled";
  problem?: Refusal;
}

/** An import is over; the audit log keeps what it stored of each option. @returns false when it was over before */
export async function endImport(
  tx: Tx,
  actor: AdminActor | "system",
  client: ClientInfo | null,
  { id, to, problem }: End,
): Promise<boolean> {
  if (!(await moveImport(tx, id, to, problem ? { problem: { ...problem } } : {}))) return false;
  const { batches, recordsDone } = await tx.keyImport.findUniqueOrThrow({ where: { id } });
  for (const [skuId, batchId] of Object.entries(readSums(batches))) {
    const batch = await tx.secretBatch.findUnique({ where: { id: batchId } });
    await recordAudit(tx, actor, client, {
      action: "stock.import",
      target: `sku:${skuId}`,
      data: { importId: id, batchId, imported: batch?.importedCount ?? 0, lines: recordsDone },
    });
  }
  return true;
}

import { now } from "../../core/clock";
import { sourcesIn } from "../../core/shapes/moves";
import type { Prisma } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";
import { type KeyImportStatus, keyImportMoves } from "./state";

type Change = Pick<Prisma.KeyImportUncheckedUpdateManyInput, "pieceCount" | "format" | "problem">;

const fresh = { piecesDone: 0, recordsDone: 0, counts: {}, elsewhere: {} } as const;

/** The one way in which an import changes its status; each run begins with the first record. @returns false when it is not in a state for that */
export async function moveImport(
  tx: Tx,
  id: number,
  to: KeyImportStatus,
  change: Change = {},
): Promise<boolean> {
  const begins = to === "checking" || to === "importing";
  const { count } = await tx.keyImport.updateMany({
    where: { id, status: { in: sourcesIn(keyImportMoves, to) } },
    data: { status: to, changedAt: now(), ...(begins ? fresh : {}), ...change },
  });
  if (count === 0) return false;
  if (begins) await tx.keyImportLine.deleteMany({ where: { importId: id } });
  // The text is needed no longer, and it is keys in the clear but for their seal.
  if (to === "done" || to === "failed" || to === "canceled")
    await tx.keyImportPiece.deleteMany({ where: { importId: id } });
  return true;
}

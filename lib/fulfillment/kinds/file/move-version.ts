import { now } from "../../../core/clock";
import { note } from "../../../core/refusals/noted";
import { problem } from "../../../core/refusals/refusal";
import { sourcesIn } from "../../../core/shapes/moves";
import type { Tx } from "../../../db/transaction";
import { type FileVersionStatus, fileVersionMoves } from "./state";

interface Change {
  sha256?: string;
  problem?: string;
  readyAt?: Date;
}

/** The one way in which a version changes its status. @returns false when it is not in a state for that */
export async function moveVersion(
  tx: Tx,
  id: number,
  to: FileVersionStatus,
  change: Change = {},
): Promise<boolean> {
  const { count } = await tx.fileVersion.updateMany({
    where: { id, status: { in: sourcesIn(fileVersionMoves, to) } },
    data: { status: to, ...change },
  });
  return count === 1;
}

/** Takes a version that was on sale out of the shop, and keeps the row that its downloads name. @returns false for any other */
export async function retireVersion(tx: Tx, id: number): Promise<boolean> {
  const { count } = await tx.fileVersion.updateMany({
    where: { id, status: "ready" },
    data: { status: "refused", problem: note(problem("removed")), removedAt: now() },
  });
  return count === 1;
}

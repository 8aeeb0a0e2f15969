import { now } from "../../core/clock";
import type { Tx } from "../../db/transaction";
import { oneTimeState } from "./sessions/one-time-password";

/** An owner whose password was shown once: the first log-in asks for another. @returns the owner's id */
export async function insertOwner(
  tx: Tx,
  owner: { email: string; name: string; passwordHash: string },
): Promise<number> {
  const at = now();
  const { id } = await tx.staff.create({
    data: { ...owner, role: "owner", ...oneTimeState(), createdAt: at, updatedAt: at },
    select: { id: true },
  });
  return id;
}

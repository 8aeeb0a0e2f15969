import { now } from "../../../core/clock";
import { db } from "../../../db/client";

export async function endStaffSession(sessionId: string): Promise<void> {
  await db().staffSession.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: { revokedAt: now() },
  });
}

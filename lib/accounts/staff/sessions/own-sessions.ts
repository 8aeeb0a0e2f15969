import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { notFound } from "../../../core/errors";
import type { PageQuery } from "../../../core/paging";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { listLogins } from "../../sessions/login-logs";
import { staffIdleSeconds } from "../../sessions/session-state";
import { toSession } from "../../view";

const live = (staffId: number) => ({
  staffId,
  revokedAt: null,
  expiresAt: { gt: now() },
  lastSeenAt: { gt: addSeconds(now(), -staffIdleSeconds) },
});

export async function listStaffSessions(actor: AdminActor) {
  const rows = await db().staffSession.findMany({
    where: live(actor.staffId),
    orderBy: { lastSeenAt: "desc" },
    take: 100,
  });
  return { sessions: rows.map((row) => toSession(row, actor.sessionId)) };
}

async function endSessions(
  actor: AdminActor,
  which: string | { not: string },
  client: ClientInfo,
): Promise<{ ended: number }> {
  return inTransaction(async (tx) => {
    const { count } = await tx.staffSession.updateMany({
      where: { ...live(actor.staffId), id: which },
      data: { revokedAt: now() },
    });
    if (count > 0)
      await recordAudit(tx, actor, client, {
        action: "staff.end_sessions",
        target: `staff:${actor.staffId}`,
        data: { ended: count },
      });
    return { ended: count };
  });
}

export const endOtherStaffSessions = (actor: AdminActor, client: ClientInfo) =>
  endSessions(actor, { not: actor.sessionId }, client);

/** @throws AppError `not_found`, also for the session of somebody else */
export async function endOwnStaffSession(actor: AdminActor, sessionId: string, client: ClientInfo) {
  const answer = await endSessions(actor, sessionId, client);
  if (answer.ended === 0) throw notFound("session");
  return answer;
}

export const listStaffLogins = ({ staffId }: AdminActor, page: PageQuery) => listLogins({ staffId }, page);

import type { UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { notFound } from "../../core/errors";
import { tokenPattern } from "../../core/ids";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";

export type SessionEnd = "logout" | "revoked" | "refresh_reuse" | "password_changed" | "disabled";

/** Ends what matches at once: bearer tokens and cookies look their session up on every call. */
export async function endSessions(
  tx: Tx,
  which: { id: string } | { userId: number | { in: number[] }; exceptId?: string },
  reason: SessionEnd,
): Promise<number> {
  // With the password the first half of a log-in is void as well (A11).
  if (reason === "password_changed" && "userId" in which) {
    await tx.loginChallenge.deleteMany({ where: { userId: which.userId } });
    await tx.passkeyChallenge.deleteMany({ where: { userId: which.userId } });
  }
  const id = "id" in which ? which.id : which.exceptId && { not: which.exceptId };
  const { count } = await tx.session.updateMany({
    where: { revokedAt: null, ...(id ? { id } : {}), ...("userId" in which ? { userId: which.userId } : {}) },
    data: { revokedAt: now(), revokedReason: reason },
  });
  return count;
}

export async function logoutSession(sessionId: string): Promise<void> {
  await inTransaction((tx) => endSessions(tx, { id: sessionId }, "logout"));
}

/** For a client whose access token has already expired. Unknown tokens are logged out already. */
export async function logoutByRefreshToken(refreshToken: string): Promise<void> {
  if (!tokenPattern.test(refreshToken)) return;
  const token = await db().refreshToken.findUnique({
    where: { tokenHash: sha256(refreshToken) },
    select: { sessionId: true },
  });
  if (token) await logoutSession(token.sessionId);
}

/** @throws AppError `not_found` for another user's session just as for none. */
export async function revokeSession(actor: UserActor, sessionId: string): Promise<{ ended: number }> {
  const session = await db().session.findUnique({
    where: { id: sessionId, userId: actor.userId },
    select: { id: true },
  });
  if (!session) throw notFound("session");
  return { ended: await inTransaction((tx) => endSessions(tx, { id: sessionId }, "revoked")) };
}

export async function revokeOtherSessions(actor: UserActor): Promise<{ ended: number }> {
  const others = { userId: actor.userId, exceptId: actor.sessionId };
  return { ended: await inTransaction((tx) => endSessions(tx, others, "revoked")) };
}

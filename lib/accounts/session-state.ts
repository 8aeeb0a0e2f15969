import { addSeconds, now } from "../core/clock";
import { db } from "../db/client";
import type { AdminActor, UserActor } from "./actor";

const day = 24 * 60 * 60;

export const userSessionSeconds = 30 * day;
export const staffSessionSeconds = 12 * 60 * 60;
export const staffIdleSeconds = 30 * 60;

/** `last_seen_at` is written at most this often. */
const seenEverySeconds = 60;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Null when the session was revoked, has expired, or its user is disabled. */
export async function findLiveSession(sessionId: string): Promise<UserActor | null> {
  if (!uuidPattern.test(sessionId)) return null;
  const at = now();
  const session = await db().session.findUnique({
    where: { id: sessionId, revokedAt: null, expiresAt: { gt: at }, user: { status: "active" } },
    select: { userId: true, lastSeenAt: true },
  });
  if (!session) return null;
  if (session.lastSeenAt < addSeconds(at, -seenEverySeconds)) {
    await db().session.updateMany({
      where: { id: sessionId, lastSeenAt: { lt: at } },
      data: { lastSeenAt: at },
    });
  }
  return { kind: "user", userId: session.userId, sessionId };
}

/** The same for staff, whose sessions also end after half an hour without a call. */
export async function findLiveStaffSession(
  sessionId: string,
): Promise<{ actor: AdminActor; mustChangePassword: boolean } | null> {
  if (!uuidPattern.test(sessionId)) return null;
  const at = now();
  const session = await db().staffSession.findUnique({
    where: {
      id: sessionId,
      revokedAt: null,
      expiresAt: { gt: at },
      lastSeenAt: { gt: addSeconds(at, -staffIdleSeconds) },
      staff: { status: "active" },
    },
    select: {
      staffId: true,
      lastSeenAt: true,
      staff: { select: { role: true, email: true, mustChangePassword: true } },
    },
  });
  if (!session) return null;
  if (session.lastSeenAt < addSeconds(at, -seenEverySeconds)) {
    await db().staffSession.updateMany({
      where: { id: sessionId, lastSeenAt: { lt: at } },
      data: { lastSeenAt: at },
    });
  }
  const { role, email, mustChangePassword } = session.staff;
  return { actor: { kind: "admin", staffId: session.staffId, sessionId, role, email }, mustChangePassword };
}

import type { AdminActor, UserActor } from "../../acts/actor";
import { addSeconds, now } from "../../core/clock";
import { db } from "../../db/client";
import { getSettings } from "../../settings/queries";
import { roleColumns } from "../staff/roles/role-columns";

const day = 24 * 60 * 60;

export const userSessionSeconds = 30 * day;
export const userIdleSeconds = 7 * day;
export const staffSessionSeconds = 12 * 60 * 60;
export const staffIdleSeconds = 30 * 60;

/** `last_seen_at` is written at most this often. */
const seenEverySeconds = 60;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Null when the session was revoked, has expired, was not used for a week, or its user is disabled. */
export async function findLiveSession(sessionId: string): Promise<UserActor | null> {
  if (!uuidPattern.test(sessionId)) return null;
  const at = now();
  const session = await db().session.findUnique({
    where: {
      id: sessionId,
      revokedAt: null,
      expiresAt: { gt: at },
      lastSeenAt: { gt: addSeconds(at, -userIdleSeconds) },
      user: { status: "active" },
    },
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

export interface LiveStaff {
  actor: AdminActor;
  /** Nothing but the own account is open until this is done: the rule that says so. */
  mustFirst: "one_time_password" | "second_factor_first" | null;
}

/** Finds the rule by which an account opens nothing but itself. */
export async function findFirstDuty(staff: {
  mustChangePassword: boolean;
  totpEnabledAt: Date | null;
}): Promise<LiveStaff["mustFirst"]> {
  if (staff.mustChangePassword) return "one_time_password";
  const lacksFactor = staff.totpEnabledAt === null && (await getSettings()).staffSecondFactor;
  return lacksFactor ? "second_factor_first" : null;
}

/**
 * The same for staff, whose sessions also end after half an hour without an act of theirs. `isAct` is false for what a
 * page asks by itself.
 */
export async function findLiveStaffSession(
  sessionId: string,
  { isAct }: { isAct: boolean },
): Promise<LiveStaff | null> {
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
      staff: {
        select: {
          ...roleColumns,
          email: true,
          mustChangePassword: true,
          totpEnabledAt: true,
        },
      },
    },
  });
  if (!session) return null;
  if (isAct && session.lastSeenAt < addSeconds(at, -seenEverySeconds)) {
    await db().staffSession.updateMany({
      where: { id: sessionId, lastSeenAt: { lt: at } },
      data: { lastSeenAt: at },
    });
  }
  const { role, ownRole, email } = session.staff;
  const actor: AdminActor = { kind: "admin", staffId: session.staffId, sessionId, role, ownRole, email };
  return { actor, mustFirst: await findFirstDuty(session.staff) };
}

import type { UserActor } from "../acts/actor";
import { now } from "../core/clock";
import { notFound } from "../core/errors";
import type { PageQuery } from "../core/paging";
import type { Lang } from "../core/translations";
import { db } from "../db/client";
import type { CurrentUser } from "./schema";
import { listLogins } from "./sessions/login-logs";
import { toCurrentUser, toSession, toTotpStatus, userColumns } from "./view";

export async function getCurrentUser(actor: UserActor, lang?: Lang): Promise<CurrentUser> {
  const user = await db().user.findUnique({ where: { id: actor.userId }, select: userColumns });
  if (!user) throw notFound("account");
  return toCurrentUser(user, lang);
}

/** For prices and limits that go by the buyer's address. */
export async function getEmailOfUser(userId: number): Promise<string> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { email: true } });
  if (!user) throw notFound("account");
  return user.email;
}

/** The language of an account, for what is said to it; null when it is gone. */
export async function findAccountLocale(userId: number): Promise<string | null> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { locale: true } });
  return user?.locale ?? null;
}

export const listLoginLogs = ({ userId }: UserActor, page: PageQuery) => listLogins({ userId }, page);

export async function listSessions(actor: UserActor) {
  const rows = await db().session.findMany({
    where: { userId: actor.userId, revokedAt: null, expiresAt: { gt: now() } },
    orderBy: { lastSeenAt: "desc" },
    take: 100,
  });
  return { sessions: rows.map((row) => toSession(row, actor.sessionId)) };
}

export async function getTotpStatus(actor: UserActor) {
  const user = await db().user.findUnique({
    where: { id: actor.userId },
    select: { totpEnabledAt: true, _count: { select: { recoveryCodes: { where: { usedAt: null } } } } },
  });
  if (!user) throw notFound("account");
  return toTotpStatus(user.totpEnabledAt, user.totpEnabledAt ? user._count.recoveryCodes : 0);
}

/**
 * Reads all that the mail of a one-time code needs; null when it must not be sent (used, replaced, or nobody has this
 * address).
 */
export async function findCodeMail(emailCodeId: number) {
  const code = await db().emailCode.findUnique({ where: { id: emailCodeId } });
  if (!code || code.usedAt || code.expiresAt <= now()) return null;
  const user = await db().user.findUnique({ where: { email: code.email }, select: { status: true } });
  if (code.purpose === "reset" && user?.status !== "active") return null;
  return { ...code, hasAccount: user !== null };
}

/** Whom a notice about an account goes to. */
export const findRecipient = (userId: number) =>
  db().user.findUnique({ where: { id: userId }, select: { email: true, locale: true } });

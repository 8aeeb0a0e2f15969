import type { ClientInfo } from "../../acts/actor";
import { addSeconds, now } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { newToken, newUuid } from "../../core/ids";
import { toTime } from "../../core/wire";
import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import type { LoggedIn, Tokens } from "../schema";
import { toCurrentUser, userColumns } from "../view";
import { signAccessToken } from "./access-token";
import { logLogin } from "./log-login";
import { userSessionSeconds } from "./session-state";

/** A browser's name without its versions: an update is no new device. */
const deviceOf = (userAgent: string) => userAgent.replace(/[\d._]+/g, "");

async function isNewDevice(tx: Tx, userId: number, userAgent: string): Promise<boolean> {
  const former = await tx.session.findMany({
    where: { userId },
    distinct: ["userAgent"],
    select: { userAgent: true },
  });
  return former.length > 0 && !former.some((session) => deviceOf(session.userAgent) === deviceOf(userAgent));
}

export async function toTokens(
  session: { id: string; userId: number; expiresAt: Date },
  refreshToken: string,
): Promise<Tokens> {
  const access = await signAccessToken({ userId: session.userId, sessionId: session.id });
  return {
    token: access.token,
    expires_at: toTime(access.expiresAt),
    refresh_token: refreshToken,
    refresh_expires_at: toTime(session.expiresAt),
  };
}

/**
 * A log-in that succeeded: its session, the log line, and a notice when the device is new. `via` is the log-in provider that it
 * came by.
 */
export async function beginSession(tx: Tx, userId: number, client: ClientInfo, via: string | null = null) {
  const at = now();
  const isNew = await isNewDevice(tx, userId, client.userAgent);
  const user = await tx.user.update({
    where: { id: userId },
    data: { lastLoginAt: at },
    select: userColumns,
  });
  const session = await tx.session.create({
    data: {
      id: newUuid(),
      userId,
      ip: client.ip,
      userAgent: client.userAgent,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: addSeconds(at, userSessionSeconds),
    },
  });
  await logLogin(tx, client, { userId, email: user.email, via });
  if (isNew) {
    await enqueue(tx, "account.security", {
      userId,
      event: "new_device",
      at: at.toISOString(),
      ip: client.ip,
      userAgent: client.userAgent,
    });
  }
  return { session, user };
}

/** The same for a caller of the API, with the first refresh token. */
export async function openSession(
  tx: Tx,
  userId: number,
  client: ClientInfo,
  via: string | null = null,
): Promise<LoggedIn> {
  const { session, user } = await beginSession(tx, userId, client, via);
  const refreshToken = await issueRefreshToken(tx, session);
  return { ...(await toTokens(session, refreshToken)), user: toCurrentUser(user) };
}

/** An opaque token with no parent: the first of a session, or after a new password. */
export async function issueRefreshToken(tx: Tx, session: { id: string; expiresAt: Date }): Promise<string> {
  const refreshToken = newToken();
  await tx.refreshToken.create({
    data: {
      tokenHash: sha256(refreshToken),
      sessionId: session.id,
      expiresAt: session.expiresAt,
      createdAt: now(),
    },
  });
  return refreshToken;
}

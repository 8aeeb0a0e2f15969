import type { ClientInfo } from "../../acts/actor";
import { addSeconds, now } from "../../core/clock";
import { keyedHash, sha256 } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { tokenPattern } from "../../core/ids";
import { inTransaction, type Tx } from "../../db/transaction";
import type { Tokens } from "../schema";
import { lockRefreshToken } from "../sql/accounts";
import { endSessions } from "./end-sessions";
import { logLogin } from "./log-login";
import { toTokens } from "./open-session";
import { userIdleSeconds } from "./session-state";

const graceMs = 10_000;

interface LockedToken {
  sessionId: string;
  userId: number;
  email: string;
  expiresAt: Date;
  rotatedAt: Date | null;
  isLive: boolean;
}

/** Follows from its parent alone, so that parallel callers get the same successor although only its hash is stored. */
const successorOf = (refreshToken: string) =>
  Buffer.from(keyedHash("refresh-successor", refreshToken)).toString("base64url");

async function lockToken(tx: Tx, tokenHash: Uint8Array): Promise<LockedToken | null> {
  const row = await lockRefreshToken(tx, tokenHash, addSeconds(now(), -userIdleSeconds));
  return row ?? null;
}

type Spent = { token: LockedToken; use: "fresh" | "repeat" | "reuse" } | null;

/** Spends the token. `repeat`: it was spent a moment ago. `reuse`: somebody has a copy. */
async function spend(tx: Tx, tokenHash: Uint8Array<ArrayBuffer>): Promise<Spent> {
  const token = await lockToken(tx, tokenHash);
  if (!token?.isLive) return null;
  if (token.rotatedAt === null) {
    await tx.refreshToken.update({ where: { tokenHash }, data: { rotatedAt: now() } });
    return { token, use: "fresh" };
  }
  const isInGrace = now().getTime() - token.rotatedAt.getTime() <= graceMs;
  const child = await tx.refreshToken.findFirst({
    where: { parentHash: tokenHash },
    select: { rotatedAt: true },
  });
  return { token, use: isInGrace && (child?.rotatedAt ?? null) === null ? "repeat" : "reuse" };
}

async function revokeFamily(tx: Tx, token: LockedToken, client: ClientInfo): Promise<void> {
  await endSessions(tx, { id: token.sessionId }, "refresh_reuse");
  await logLogin(tx, client, { userId: token.userId, email: token.email, failure: "refresh_reuse" });
}

const rejected = () => new AppError("refresh_rejected", "refresh_token_not_valid");

/**
 * A14: every use hands out the next token; a token that comes back after its successor was used, or after the grace, ends
 * the session. @throws AppError `refresh_rejected`
 */
export async function refreshSession(refreshToken: string, client: ClientInfo): Promise<Tokens> {
  if (!tokenPattern.test(refreshToken)) throw rejected();
  const parentHash = sha256(refreshToken);
  const successor = successorOf(refreshToken);
  const session = await inTransaction(async (tx) => {
    const spent = await spend(tx, parentHash);
    if (!spent) return null;
    const { token, use } = spent;
    if (use === "reuse") {
      await revokeFamily(tx, token, client);
      return null;
    }
    const data = { tokenHash: sha256(successor), sessionId: token.sessionId, parentHash };
    if (use === "fresh") {
      await tx.refreshToken.create({ data: { ...data, expiresAt: token.expiresAt, createdAt: now() } });
      await tx.session.update({ where: { id: token.sessionId }, data: { lastSeenAt: now() } });
    } else if ((await tx.refreshToken.count({ where: data })) === 0) {
      return null;
    }
    return { id: token.sessionId, userId: token.userId, expiresAt: token.expiresAt };
  });
  if (!session) throw rejected();
  return toTokens(session, successor);
}

/**
 * The browser's way: the refresh token is given up for the session cookie, which stands for the same session.
 * @throws AppError `refresh_rejected`
 */
export async function adoptSession(
  refreshToken: string,
  client: ClientInfo,
): Promise<{ sessionId: string; userId: number; email: string }> {
  if (!tokenPattern.test(refreshToken)) throw rejected();
  const adopted = await inTransaction(async (tx) => {
    const spent = await spend(tx, sha256(refreshToken));
    if (spent?.use !== "reuse") return spent?.token ?? null;
    await revokeFamily(tx, spent.token, client);
    return null;
  });
  if (!adopted) throw rejected();
  return adopted;
}

import type { UserActor } from "../../acts/actor";
import { AppError } from "../../core/errors";
import { readAccessToken } from "./access-token";
import { findLiveSession } from "./session-state";

/**
 * Looks the session up on every call, so that logging out, revoking and disabling end a token at once.
 * @throws AppError `token_expired` | `unauthorized`
 */
export async function verifyAccessToken(token: string): Promise<UserActor> {
  const { userId, sessionId } = await readAccessToken(token);
  const actor = await findLiveSession(sessionId);
  if (actor?.userId !== userId) throw new AppError("unauthorized", "session_ended");
  return actor;
}

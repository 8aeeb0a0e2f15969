import { errors, jwtVerify, SignJWT } from "jose";
import type { UserActor } from "../../acts/actor";
import { addSeconds, now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { findLiveSession } from "./session-state";
import { tokenKey } from "./token-key";

export const accessTokenSeconds = 15 * 60;

const issuer = "keyshelf";
const audience = "keyshelf:storefront";
const algorithm = "HS256";
const type = "user";

interface AccessClaims {
  userId: number;
  sessionId: string;
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** The user's bearer token and when it ends. */
export async function signAccessToken(claims: AccessClaims): Promise<{ token: string; expiresAt: Date }> {
  const issuedAt = now();
  const expiresAt = addSeconds(issuedAt, accessTokenSeconds);
  const token = await new SignJWT({ typ: type, sid: claims.sessionId })
    .setProtectedHeader({ alg: algorithm, typ: "JWT" })
    .setSubject(String(claims.userId))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(seconds(issuedAt))
    .setExpirationTime(seconds(expiresAt))
    .sign(tokenKey("access"));
  return { token, expiresAt };
}

/**
 * A12: the algorithm is ours and never the header's; keys named in the header are not looked at.
 * @throws AppError `token_expired` | `unauthorized`
 */
async function readAccessToken(token: string): Promise<AccessClaims> {
  try {
    const { payload } = await jwtVerify(token, tokenKey("access"), {
      algorithms: [algorithm],
      issuer,
      audience,
      currentDate: now(),
      requiredClaims: ["sub", "sid", "iat", "exp"],
    });
    const userId = Number(payload.sub);
    const { sid } = payload;
    if (payload.typ === type && typeof sid === "string" && Number.isSafeInteger(userId) && userId > 0) {
      return { userId, sessionId: sid };
    }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new AppError("token_expired", "token_expired");
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw new AppError("unauthorized", "token_not_valid");
}

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

import { jwtVerify, SignJWT } from "jose";
import { addSeconds, now } from "../../core/clock";
import { tokenKey } from "./token-key";

/** Shoppers and staff have a cookie each, so that one browser can hold both and neither passes for the other. */
export type SessionRealm = "user" | "admin";

const issuer = "keyshelf";
const algorithm = "HS256";
const audience = (realm: SessionRealm) => `keyshelf:session:${realm}`;
const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Makes the content of the session cookie: only the name of a session row, which decides. */
export async function signSessionToken(
  realm: SessionRealm,
  sessionId: string,
  maxAge: number,
): Promise<string> {
  const issuedAt = now();
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience(audience(realm))
    .setIssuedAt(seconds(issuedAt))
    .setExpirationTime(seconds(addSeconds(issuedAt, maxAge)))
    .sign(tokenKey(`session:${realm}`));
}

export async function readSessionToken(realm: SessionRealm, token: string): Promise<string | null> {
  const verified = await jwtVerify(token, tokenKey(`session:${realm}`), {
    algorithms: [algorithm],
    issuer,
    audience: audience(realm),
    currentDate: now(),
    requiredClaims: ["sid", "exp"],
  }).catch(() => null);
  const sid = verified?.payload.sid;
  return typeof sid === "string" ? sid : null;
}

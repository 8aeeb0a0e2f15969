// Checks Keyshelf license files without network, with Node's own crypto.
import { verify as checkSignature, createPublicKey } from "node:crypto";
import { readFileSync } from "node:fs";

type Jwks = { keys: { kid: string; kty: string; crv: string; x: string }[] };
type Claims = { sub: string; fingerprint: string; iat: number; exp: number; revoked: string[] };

const decode = (text: string) => Buffer.from(text, "base64url");

/** The claims of a signed text, or null when it is not signed by one of the keys. */
function openJws(token: string, kind: string, jwks: Jwks): Claims | null {
  const [head = "", body = "", signature = "", ...more] = token.split(".");
  try {
    const header = JSON.parse(decode(head).toString());
    const key = jwks.keys.find(({ kid }) => kid === header.kid);
    if (!key || more.length > 0 || header.alg !== "EdDSA" || header.typ !== kind) return null;
    const publicKey = createPublicKey({ key, format: "jwk" });
    const isSigned = checkSignature(null, Buffer.from(`${head}.${body}`), publicKey, decode(signature));
    return isSigned ? JSON.parse(decode(body).toString()) : null;
  } catch {
    return null;
  }
}

/** `ok`, or why the license is not good on this device now. */
export function verify(
  token: string,
  jwks: Jwks,
  revocations: string,
  fingerprint: string,
  now: number,
): string {
  const claims = openJws(token, "license+jwt", jwks);
  if (!claims) return "forged";
  if (claims.fingerprint !== fingerprint) return "other_device";
  const list = openJws(revocations, "license-revocations+jwt", jwks);
  if (!list || list.revoked.includes(claims.sub)) return "revoked";
  if (now < claims.iat - 300) return "clock_set_back";
  return now < claims.exp ? "ok" : "expired";
}

const [, , file] = process.argv;
if (file) {
  const { jwks, revocations, cases } = JSON.parse(readFileSync(file, "utf8"));
  for (const one of cases)
    process.stdout.write(`${one.name} ${verify(one.file, jwks, revocations, one.fingerprint, one.now)}\n`);
}

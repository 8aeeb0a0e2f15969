import { hkdfSync } from "node:crypto";
import { getConfig } from "../../config/config";

export type TokenPurpose = "access" | "session:user" | "session:admin" | "refresh" | "cookie names";

const derived = new Map<string, Uint8Array>();

/** A key of its own for every kind of token, so that none of them can pass for another (A13). */
export function tokenKey(purpose: TokenPurpose): Uint8Array {
  const { jwtSecret } = getConfig().security;
  const slot = `${purpose}:${jwtSecret}`;
  const known = derived.get(slot);
  if (known) return known;
  const key = new Uint8Array(hkdfSync("sha256", jwtSecret, "", `keyshelf:token:${purpose}`, 32));
  derived.set(slot, key);
  return key;
}

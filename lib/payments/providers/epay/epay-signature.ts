import { createHash } from "node:crypto";
import { constantTimeEqual } from "../../../core/crypto";
import { type Parameters, wireBytes } from "../form-fields";

/**
 * Text that EPay signs: every field with a value but `sign` and `sign_type`, decoded, sorted by name, joined as
 * `k=v&k=v`.
 */
export function canonicalString(fields: Parameters): string {
  return [...fields]
    .filter(([key, value]) => value !== "" && key !== "sign" && key !== "sign_type")
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");
}

/** Lower-case hex MD5 over the canonical string with the merchant key behind it. MD5 is the protocol's, not our choice. */
export const signMd5 = (fields: Parameters, key: string): string =>
  createHash("md5")
    .update(wireBytes(canonicalString(fields) + key))
    .digest("hex");

const md5Hex = /^[0-9a-f]{32}$/;

export function isSignedMd5(fields: Parameters, key: string): boolean {
  const sign = fields.get("sign") ?? "";
  return md5Hex.test(sign) && constantTimeEqual(sign, signMd5(fields, key));
}

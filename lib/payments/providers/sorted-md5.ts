import { createHash } from "node:crypto";

/** Lower-case MD5 over every field with a value but the signature, sorted, with the token behind. Zero is a value. */
export function signSortedMd5(fields: ReadonlyMap<string, string>, token: string, signature: string): string {
  const text = [...fields]
    .filter(([key, value]) => key !== signature && value !== "")
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");
  return createHash("md5")
    .update(text + token, "utf8")
    .digest("hex");
}

/** 9.90 is signed as 9.9: the way in which both sides print the number that travels. */
export const shortAmount = (money: string): string => money.replace(/\.?0+$/, "");

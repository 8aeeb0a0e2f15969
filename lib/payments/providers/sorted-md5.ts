import { createHash } from "node:crypto";
import { constantTimeEqual } from "../../core/crypto";
import type { Explanation, NotificationMessage } from "../provider";
import { readFlatJson } from "./flat-json-message";

type Fields = ReadonlyMap<string, string>;

/** Every field with a value but the signature, sorted. Zero is a value. */
const sortedText = (fields: Fields, signatureField: string): string =>
  [...fields]
    .filter(([name, value]) => name !== signatureField && value !== "")
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");

/** Lower-case MD5 over the sorted fields with the token behind. */
export const signSortedMd5 = (fields: Fields, token: string, signature: string): string =>
  createHash("md5")
    .update(sortedText(fields, signature) + token, "utf8")
    .digest("hex");

const md5Hex = /^[0-9a-f]{32}$/;

export function isSignedSortedMd5(fields: Fields, token: string, signature: string): boolean {
  const given = fields.get(signature) ?? "";
  return md5Hex.test(given) && constantTimeEqual(given, signSortedMd5(fields, token, signature));
}

export function explainSortedMd5(message: NotificationMessage, signature: string): Explanation | null {
  const read = readFlatJson(message);
  if (!read.ok) return null;
  return {
    signedText: sortedText(read.fields, signature),
    signature: read.fields.get(signature) ?? null,
    suggestion: null,
  };
}

/** 9.90 is signed as 9.9: the way in which both sides print the number that travels. */
export const shortAmount = (money: string): string => money.replace(/\.?0+$/, "");

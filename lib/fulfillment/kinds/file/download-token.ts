import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../../core/crypto";

const macOf = (grantId: number, fileId: number) =>
  Buffer.from(keyedHash("download", `${grantId}:${fileId}`)).toString("base64url");

/** Names a file of one order's grant, and cannot be made without the shop's key. */
export const downloadToken = (grantId: number, fileId: number): string =>
  `${grantId}.${fileId}.${macOf(grantId, fileId)}`;

export function readDownloadToken(token: string): { grantId: number; fileId: number } | null {
  const [, grant, file, mac = ""] = /^(\d{1,9})\.(\d{1,9})\.([A-Za-z0-9_-]{20,100})$/.exec(token) ?? [];
  const grantId = Number(grant);
  const fileId = Number(file);
  const expected = Buffer.from(macOf(grantId, fileId));
  const given = Buffer.from(mac);
  const isRight = given.length === expected.length && timingSafeEqual(given, expected);
  return isRight ? { grantId, fileId } : null;
}

import { open, seal } from "../../core/crypto";

const place = "stock_notices:link:v1";

/** Carries the address itself, sealed: the link in a mail works when the row that caused the mail is gone. */
export const sealAddress = (email: string): string => Buffer.from(seal(email, place)).toString("base64url");

/** @returns null for anything that this shop did not seal */
export function openAddress(token: string): string | null {
  try {
    return open(Buffer.from(token, "base64url"), place);
  } catch {
    return null;
  }
}

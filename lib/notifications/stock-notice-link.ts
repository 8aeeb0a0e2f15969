import { getConfig } from "../config/config";
import { open, seal } from "../core/crypto";

const aad = "stock_notices:link:v1";

/** Carries the address itself, sealed: the link in a mail works when the row that caused the mail is gone. */
export const sealAddress = (email: string): string => Buffer.from(seal(email, aad)).toString("base64url");

/** @returns null for anything that this shop did not seal */
export function openAddress(token: string): string | null {
  try {
    return open(Buffer.from(token, "base64url"), aad);
  } catch {
    return null;
  }
}

/**
 * Headers for a mail program's own "unsubscribe" (RFC 2369 and 8058), for the kinds of mail that nobody bought. A POST
 * there ends all stock notices of the address, a GET leads to the page with the button. One click needs HTTPS.
 */
export function unsubscribeHeaders(kind: string, recipient: string): Record<string, string> {
  if (kind !== "stock_back" && kind !== "stock_confirm") return {};
  const { baseUrl } = getConfig().server;
  const url = `${baseUrl}/api/v1/guest/stock-notices/unsubscribe?token=${sealAddress(recipient)}`;
  return {
    "List-Unsubscribe": `<${url}>`,
    ...(baseUrl.startsWith("https:") ? { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" } : {}),
  };
}

import { tokenKey } from "../../accounts/sessions/token-key";
import { isSecureSite } from "../../config/config";

/** At the end of a cookie that pages set: over https only where the shop is reached by it. */
export const secureMark = () => (isSecureSite() ? "; Secure" : "");

/**
 * A name of this shop alone: a browser sends cookies to every port of a host, so two shops on one host would end each
 * other's sessions. `__Host-` (https only) pins the cookie to this host and to the path `/`.
 */
export function ownCookieName(name: string): string {
  const shop = Buffer.from(tokenKey("cookie names")).toString("hex", 0, 4);
  return `${isSecureSite() ? "__Host-" : ""}keyshelf-${shop}.${name}`;
}

export function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

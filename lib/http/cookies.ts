import { isSecureSite } from "../config/config";

/** At the end of a cookie that pages set: over https only where the shop is reached by it. */
export const secureMark = () => (isSecureSite() ? "; Secure" : "");

export function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

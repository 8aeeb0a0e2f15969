import { getConfig } from "../config/config";

export const isSecureSite = () => getConfig().server.baseUrl.startsWith("https:");

export function readCookie(headers: Headers, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const [key, ...value] = part.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

import { getConfig } from "../../config/config";
import type { Settings } from "../../settings/types";
import { mailAddress } from "./mail-server";
import type { MailServerOut } from "./schema";

const securityOf = (url: URL): MailServerOut["security"] => {
  if (url.protocol === "smtps:" || url.searchParams.get("secure") === "true") return "tls";
  return url.searchParams.get("requireTLS") === "true" ? "starttls" : "offered";
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Everything but the password. */
export function toMailServer(settings: Pick<Settings, "mailServer">): MailServerOut {
  const { smtpUrl, from } = getConfig().mail;
  const { mailServer } = settings;
  const fromFixed = from !== null;
  if (smtpUrl !== null) {
    const url = new URL(smtpUrl);
    const security = securityOf(url);
    return {
      source: "configuration",
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: Number(url.port) || (security === "tls" ? 465 : 587),
      security,
      user: decoded(url.username) || null,
      password_set: url.password !== "",
      from: mailAddress(settings),
      from_fixed: fromFixed,
    };
  }
  return {
    source: mailServer ? "admin" : "none",
    host: mailServer?.host ?? null,
    port: mailServer?.port ?? null,
    security: mailServer?.security ?? null,
    user: mailServer?.user ?? null,
    password_set: mailServer !== null && mailServer.passwordSealed !== null,
    from: fromFixed || mailServer ? mailAddress(settings) : null,
    from_fixed: fromFixed,
  };
}

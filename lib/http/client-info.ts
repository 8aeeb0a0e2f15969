import ipaddr from "ipaddr.js";
import type { Actor, ClientInfo } from "../accounts/actor";
import { findAccountLocale } from "../accounts/queries";
import { getConfig } from "../config/config";
import { isIpInRanges } from "../core/ip-ranges";
import { type Locale, localeCookie } from "../core/locale";
import { chooseLocale } from "../settings/choose-locale";
import { getSettings } from "../settings/queries";

/** Set by scripts/serve.ts on every request from the socket; whatever a client sends under this name is dropped there. */
export const peerHeader = "x-keyshelf-peer";

function normalise(address: string): string | null {
  // Without port and, of a link-local address, without the zone: that is a name of this machine's own.
  const bare = address
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/%.*$/, "");
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : null;
}

/** A4: `X-Forwarded-For` counts only as far as trusted proxies wrote it, read from the right. */
export function clientIp(headers: Headers): string {
  const peer = normalise(headers.get(peerHeader) ?? "");
  // Only a request that came past the front door has it: counted as this machine, it would pass every list of addresses.
  if (peer === null) throw new Error(`A request arrived without the address of its socket`);
  const trusted = getConfig().server.trustedProxies;
  if (trusted.length === 0 || !isIpInRanges(peer, trusted)) return peer;
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map(normalise);
  for (const hop of hops.reverse()) {
    if (hop === null) return peer;
    if (!isIpInRanges(hop, trusted)) return hop;
  }
  return peer;
}

/**
 * The language of a refusal: the one that the browser's pages are in, the account's, or what `Accept-Language` likes best. A
 * refusal is sent also when the database is away.
 */
export async function readErrorLocale(headers: Headers, actor: Actor | undefined): Promise<Locale> {
  try {
    const inCookie = localeInCookie.exec(headers.get("cookie") ?? "")?.[1];
    const inAccount = !inCookie && actor?.kind === "user" ? await findAccountLocale(actor.userId) : null;
    const acceptLanguage = headers.get("accept-language");
    return chooseLocale(await getSettings(), { chosen: [inCookie, inAccount], acceptLanguage });
  } catch {
    return "en";
  }
}

const localeInCookie = new RegExp(`(?:^|;\\s*)${localeCookie}=([^;\\s]*)`);

export const readClient = (headers: Headers, requestId: string): ClientInfo => ({
  ip: clientIp(headers),
  userAgent: (headers.get("user-agent") ?? "").slice(0, 300),
  requestId,
  readLocale: async (asked) =>
    chooseLocale(await getSettings(), {
      chosen: [asked, localeInCookie.exec(headers.get("cookie") ?? "")?.[1]],
      acceptLanguage: headers.get("accept-language"),
    }),
});

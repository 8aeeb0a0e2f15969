import ipaddr from "ipaddr.js";
import { readIn } from "../../../messages/parts";
import { findAccountLocale } from "../../accounts/queries";
import type { Actor, ClientInfo } from "../../acts/actor";
import { getConfig } from "../../config/config";
import { isIpInRanges } from "../../core/formats/ip-ranges";
import { baseLocale, isLocale, type Locale, localeCookie, matchLocale } from "../../core/locale";
import { log } from "../../core/process/log";
import { inTransaction } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { chooseLocale } from "../../settings/choose-locale";
import { getSettings } from "../../settings/queries";
import type { HeaderReader } from "../answer/ready-answer";

/** Set by server/serve.ts on every request from the socket; whatever a client sends under this name is dropped there. */
export const peerHeader = "x-keyshelf-peer";

const nearby = new Set<string>(["loopback", "private", "uniqueLocal", "linkLocal", "carrierGradeNat"]);
const reportEveryMs = 60 * 60 * 1000;
let reportedAt = Number.NEGATIVE_INFINITY;

/**
 * Tells whether a peer is this machine or its network: anybody outside can write the header, and says nothing by it.
 */
export const isNearby = (peer: string): boolean => nearby.has(ipaddr.parse(peer).range());

/** Whether the connections of an address are those of many visitors: a proxy, or what may be one that is not named. */
export const standsForMany = (peer: string): boolean =>
  isNearby(peer) ||
  (getConfig().server.trustedProxies.length > 0 && isProxy(peer, getConfig().server.trustedProxies));

/** Behind a proxy that is not named, all visitors share one address and its limits. Once an hour for each process. */
function reportUntrustedProxy(peer: string): void {
  if (!isNearby(peer) || performance.now() - reportedAt < reportEveryMs) return;
  reportedAt = performance.now();
  inTransaction((tx) =>
    raiseAlert(tx, { kind: "system.untrusted_proxy", data: { peer }, dedupeKey: "system.untrusted_proxy" }),
  ).catch((error: unknown) => log.warn({ err: error }, "the alert about a proxy was not written"));
}

const maxNormalised = 10_000;
/** The longest that is an address, with zone and port. */
const longestAddress = 80;
const normalised = new Map<string, string | null>();

/** Remembered: to parse an address costs more than the rest of a read that is answered from memory. */
function normalise(address: string): string | null {
  if (address.length > longestAddress) return null;
  let known = normalised.get(address);
  if (known === undefined) {
    if (normalised.size >= maxNormalised) normalised.clear();
    known = parseAddress(address);
    normalised.set(address, known);
  }
  return known;
}

let proxies: { ranges: readonly string[]; known: Map<string, boolean> } = { ranges: [], known: new Map() };

/** Remembered for the same reason, as long as the configuration says the same. */
function isProxy(address: string, ranges: readonly string[]): boolean {
  if (proxies.ranges !== ranges || proxies.known.size >= maxNormalised)
    proxies = { ranges, known: new Map() };
  const known = proxies.known.get(address) ?? isIpInRanges(address, ranges);
  proxies.known.set(address, known);
  return known;
}

const isAddress = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);

/** As proxies write it: in quotes or brackets, with a port, also behind an IPv4 address (Azure, IIS), with a zone. */
function parseAddress(text: string): string | null {
  const written = text.trim().replace(/^"(.*)"$/, "$1");
  const inBrackets = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(written)?.[1];
  const beforePort = /^([\d.]{7,15}):\d{1,5}$/.exec(written)?.[1];
  // Only this machine knows the zone of a link-local address.
  const [bare = ""] = (inBrackets ?? beforePort ?? written).split("%", 1);
  return isAddress(bare) ? ipaddr.process(bare).toString() : null;
}

/** A list may end with a comma, or hold two in a row: nobody stands there. */
const isWritten = (hop: string): boolean => /[^\s"]/.test(hop);

/** A4: `X-Forwarded-For` counts only as far as trusted proxies wrote it, read from the right. */
export function clientIp(headers: HeaderReader): string {
  const peer = normalise(headers.get(peerHeader) ?? "");
  // server/serve.ts sets the header on every request. One without it must not count as local, or it would pass every allow list.
  if (peer === null) throw new Error(`A request arrived without the address of its socket`);
  const trusted = getConfig().server.trustedProxies;
  if (trusted.length === 0 || !isProxy(peer, trusted)) {
    const forwarded = headers.get("x-forwarded-for");
    // Next puts the address of the socket there when a browser has sent nothing: that names no proxy.
    if (forwarded !== null && normalise(forwarded) !== peer) reportUntrustedProxy(peer);
    return peer;
  }
  const forwarded = headers.get("x-forwarded-for");
  if (forwarded === null) return peer;
  const hops = forwarded.split(",").filter(isWritten).map(normalise);
  for (const hop of hops.reverse()) {
    if (hop === null) return peer;
    if (!isProxy(hop, trusted)) return hop;
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
    const wished = chooseLocale(await getSettings(), { chosen: [inCookie, inAccount], acceptLanguage });
    return actor?.kind === "admin" ? readIn(wished, "admin") : wished;
  } catch {
    return baseLocale;
  }
}

/** Named by this server itself for a page that it renders for all readers of a country; dropped from what clients send. */
const countryHeader = "x-keyshelf-country";

/**
 * Reads a header that anybody can write unless a trusted proxy wrote it (A4). Cloudflare says XX for an unknown
 * country.
 */
function countryIn(headers: HeaderReader, header: string | null): string | null {
  const fromProxy = header !== null && isFromTrustedProxy(headers) ? headers.get(header) : null;
  const named = headers.get(countryHeader) ?? fromProxy;
  const code = named?.trim().toUpperCase() ?? "";
  return /^[A-Z]{2}$/.test(code) && code !== "XX" ? code : null;
}

function isFromTrustedProxy(headers: HeaderReader): boolean {
  const peer = normalise(headers.get(peerHeader) ?? "");
  const { trustedProxies } = getConfig().server;
  return peer !== null && trustedProxies.length > 0 && isProxy(peer, trustedProxies);
}

export const readCountry = async (headers: HeaderReader): Promise<string | null> =>
  countryIn(headers, (await getSettings()).countryHeader);

/** The language that a reader's own headers ask for, where the shop's settings and the account cannot be asked. */
export function wishedLocale(headers: HeaderReader): Locale | null {
  const chosen = localeInCookie.exec(headers.get("cookie") ?? "")?.[1];
  return isLocale(chosen) ? chosen : matchLocale(headers.get("accept-language"));
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
  readCountry: () => readCountry(headers),
});

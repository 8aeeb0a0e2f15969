import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { PlainRule } from "../core/refusals/refusal";

const ports = new Set(["", "443", "8080", "8443"]);

/** Address space that ipaddr.js calls unicast and that leads nowhere public all the same. */
const alsoPrivate = ["::/96", "64:ff9b:1::/48", "2001::/23"].map((range) => ipaddr.parseCIDR(range));

/** C53: only globally routable unicast. An IPv4 address inside an IPv6 one counts as that IPv4 address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return !alsoPrivate.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

const localName = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)\.?$/i;

export type TargetRefusal =
  | "not_http"
  | "not_https"
  | "has_credentials"
  | "port"
  | "private_address"
  | "local_name"
  | "malformed";

export const targetRules = {
  malformed: "callback_address",
  not_http: "http_address",
  not_https: "https_only",
  has_credentials: "no_credentials",
  port: "port",
  private_address: "public_address",
  local_name: "public_host",
} as const satisfies Record<TargetRefusal, PlainRule>;

export interface TargetOptions {
  /** Default: those of http and https, 8080 and 8443 alone. */
  anyPort?: boolean;
  /** Set where the content must not be read on the way. */
  needsTls?: boolean;
}

/**
 * Checks the address itself; the address behind a name is checked again at every connect. The URL parser has already
 * turned 0x7f.1, 2130706433 and full-width digits into 127.0.0.1.
 */
export function checkTarget(
  text: string,
  allowPrivate: boolean,
  { anyPort = false, needsTls = false }: TargetOptions = {},
): { url: URL } | { refusal: TargetRefusal } {
  if (!URL.canParse(text) || text.length > 2000) return { refusal: "malformed" };
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return { refusal: "not_http" };
  if (url.username !== "" || url.password !== "") return { refusal: "has_credentials" };
  if (allowPrivate) return { url };
  if (needsTls && url.protocol !== "https:") return { refusal: "not_https" };
  if (!anyPort && !ports.has(url.port)) return { refusal: "port" };
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  if (isIP(host) !== 0 && !isPublicAddress(host)) return { refusal: "private_address" };
  if (isIP(host) === 0 && (!host.includes(".") || localName.test(host))) return { refusal: "local_name" };
  return { url };
}

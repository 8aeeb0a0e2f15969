import ipaddr from "ipaddr.js";

/** Whether `text` is an address or a range like 203.0.113.0/24. */
export function isIpRange(text: string): boolean {
  return text.includes("/") ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text);
}

/** An empty list allows every address. */
export function isIpInRanges(ip: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return ranges.some((range) => {
    if (!isIpRange(range)) return false;
    const [network, bits] = range.includes("/")
      ? ipaddr.parseCIDR(range)
      : [ipaddr.process(range), undefined];
    if (network.kind() !== address.kind()) return false;
    return address.match(network, bits ?? (network.kind() === "ipv4" ? 32 : 128));
  });
}

/** The network from which a provider may give one customer all the /64 of: of an IPv6 address its /48. */
export const siteNetworkOf = (ip: string): string | null =>
  ipaddr.IPv6.isValid(ip) ? `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/48`)}/48` : null;

/**
 * Whom a limit counts: an IPv4 address, and the half of an IPv6 address that a provider gives to one line. Whoever has
 * one has 2^64 addresses. The database has the same function, `network_of`, for limits that count rows.
 */
export const networkOf = (ip: string): string =>
  ipaddr.IPv6.isValid(ip) ? ipaddr.IPv6.networkAddressFromCIDR(`${ip}/64`).toString() : ip;

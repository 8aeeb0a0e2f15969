import { afterEach, beforeEach, expect, it } from "vitest";
import { clientIp, peerHeader } from "@/lib/http/caller/client-info";
import { overrideConfig, restoreConfig } from "../../support/harness/test-config";

beforeEach(() => overrideConfig({ "server.trustedProxies": "127.0.0.1,10.0.0.0/8,2001:db8:f::/48" }));
afterEach(restoreConfig);

const visitor = "203.0.113.7";
const proxy = "127.0.0.1";

it.each([
  [visitor, visitor],
  // Azure Application Gateway and IIS write the port.
  ["203.0.113.7:51234", visitor],
  ["203.0.113.7:51234, 127.0.0.1:4000", visitor],
  ["203.0.113.7:51234,10.1.2.3:80,127.0.0.1", visitor],
  ["203.0.113.7,", visitor],
  ["203.0.113.7, ,", visitor],
  [' "203.0.113.7" ', visitor],
  ['"203.0.113.7:51234"', visitor],
  ["::ffff:203.0.113.7", visitor],
  ["[::ffff:203.0.113.7]:443", visitor],
  ["198.51.100.1, 203.0.113.7", visitor],
  ["2001:db8::7", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ['"[2001:db8::7]:443"', "2001:db8::7"],
  ["2001:DB8:0:0::7", "2001:db8::7"],
  ["fe80::1%eth0", "fe80::1"],
  ["[fe80::1%25eth0]:80", "fe80::1"],
  ["2001:db8::7, 2001:db8:f::1", "2001:db8::7"],
  // Not an address: the visitor could have written it, and everything left of it.
  ["203.0.113.7, unknown", proxy],
  ["203.0.113.7, _hidden", proxy],
  ["203.0.113.7, 1", proxy],
  ["203.0.113.7, 0x7f000001", proxy],
  ["203.0.113.7, 203.0.113.07", proxy],
  ["203.0.113.7:99999999", proxy],
  ["[203.0.113.7", proxy],
  ["203.0.113.7 203.0.113.8", proxy],
  [`${"1".repeat(8_000)}`, proxy],
  ["", proxy],
  [",", proxy],
  ["127.0.0.1", proxy],
])("reads X-Forwarded-For: %j of a trusted proxy as %s [A4]", (forwarded, address) => {
  expect(clientIp(new Headers({ [peerHeader]: proxy, "x-forwarded-for": forwarded }))).toBe(address);
});

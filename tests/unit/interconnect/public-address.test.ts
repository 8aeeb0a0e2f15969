import { describe, expect, it } from "vitest";
import { isIpInRanges, isIpRange } from "@/lib/core/formats/ip-ranges";
import { checkTarget, isPublicAddress } from "@/lib/outgoing/public-address";

describe("addresses that a callback may go to", () => {
  it.each([
    "http://0x7f.1/",
    "http://2130706433/",
    "http://127.1/",
    "http://0177.0.0.1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://0/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::7f00:1]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://100.127.255.254/",
    "http://[64:ff9b::7f00:1]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001::1]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[fd12:3456::1]/",
    "http://[ff02::1]/",
    "http://[2001:db8::1]/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.1.1/",
    "http://192.0.0.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://localhost/",
    "http://localhost./",
    "http://shop.localhost/",
    "http://shop.local/",
    "http://metadata.google.internal/",
    "http://intranet/",
    "https://shop.example.com:80/",
    "http://user@example.com/",
    "http://user:password@example.com/",
    "http://example.com:22/",
    "http://example.com:5432/",
    "ftp://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "example.com",
    "",
  ])("refuses %s [W5]", (text) => {
    expect(checkTarget(text, false)).toHaveProperty("refusal");
  });

  it.each([
    "https://shop.example.com/api/v1/interconnect/callback",
    "https://shop.example.com:8080/",
    "https://shop.example.com:8443/",
    "https://93.184.216.34/",
    "https://[2606:2800:220:1:248:1893:25c8:1946]/",
  ])("accepts %s [W5]", (text) => {
    expect(checkTarget(text, false)).toHaveProperty("url");
  });

  it("refuses http where keys are sent [C53]", () => {
    for (const text of ["http://shop.example.com/", "http://93.184.216.34/"]) {
      expect(checkTarget(text, false, { needsTls: true })).toEqual({ refusal: "not_https" });
      expect(checkTarget(text, false)).toHaveProperty("url");
    }
  });

  it("are private ones where private networks are allowed, and still hold no credentials and no other scheme [C53]", () => {
    expect(checkTarget("http://127.0.0.1:4711/cb", true)).toHaveProperty("url");
    expect(checkTarget("http://localhost:8081/cb", true)).toHaveProperty("url");
    expect(checkTarget("http://a:b@localhost/", true)).toEqual({ refusal: "has_credentials" });
    expect(checkTarget("gopher://localhost/", true)).toEqual({ refusal: "not_http" });
  });

  it("are not public where they are no address [C53]", () => {
    for (const text of ["", "nonsense", "1.2.3.4.5", "::ffff:10.0.0.1"])
      expect(isPublicAddress(text)).toBe(false);
  });
});

describe("IP allow lists", () => {
  it("holds addresses and ranges of both families, and an empty one allows everybody [C49]", () => {
    const list = ["203.0.113.7", "198.51.100.0/24", "2001:db8::/32"];
    expect(isIpInRanges("203.0.113.7", list)).toBe(true);
    expect(isIpInRanges("::ffff:203.0.113.7", list)).toBe(true);
    expect(isIpInRanges("198.51.100.200", list)).toBe(true);
    expect(isIpInRanges("2001:db8::1", list)).toBe(true);
    expect(isIpInRanges("203.0.113.8", list)).toBe(false);
    expect(isIpInRanges("nonsense", list)).toBe(false);
    expect(isIpInRanges("203.0.113.8", [])).toBe(true);
  });

  it("knows what may stand in it", () => {
    expect(["1.2.3.4", "10.0.0.0/8", "::1", "2001:db8::/32"].every(isIpRange)).toBe(true);
    expect(["1.2.3.4/33", "a", "", "10.0.0.0/x"].some(isIpRange)).toBe(false);
  });
});

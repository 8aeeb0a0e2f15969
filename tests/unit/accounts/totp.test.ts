import { generateSync } from "otplib";
import { afterEach, describe, expect, it } from "vitest";
import { matchTotpStep, newTotpSecret, totpUri } from "@/lib/accounts/totp/totp";
import { testClock } from "@/lib/core/clock";

/** RFC 6238, appendix B: the ASCII key 12345678901234567890. */
const rfcSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => testClock.set(new Date(seconds * 1000));

afterEach(() => testClock.reset());

describe("the second factor", () => {
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("accepts the RFC 6238 vector at %i [A9]", (seconds, code) => {
    at(seconds);
    expect(matchTotpStep(rfcSecret, code, null)).toBe(BigInt(Math.floor(seconds / 30)));
  });

  it("accepts one step to either side and refuses two [A9]", () => {
    const codeAt = (epoch: number) => generateSync({ secret: rfcSecret, epoch });
    const base = 1_700_000_010;
    at(base);
    const step = BigInt(Math.floor(base / 30));
    expect(matchTotpStep(rfcSecret, codeAt(base - 30), null)).toBe(step - 1n);
    expect(matchTotpStep(rfcSecret, codeAt(base + 30), null)).toBe(step + 1n);
    expect(matchTotpStep(rfcSecret, codeAt(base - 60), null)).toBeNull();
    expect(matchTotpStep(rfcSecret, codeAt(base + 60), null)).toBeNull();
  });

  it("refuses a step that was accepted before, and older ones [A9]", () => {
    at(59);
    expect(matchTotpStep(rfcSecret, "287082", 0n)).toBe(1n);
    expect(matchTotpStep(rfcSecret, "287082", 1n)).toBeNull();
    expect(matchTotpStep(rfcSecret, "287082", 2n)).toBeNull();
  });

  it("refuses what is no code", () => {
    at(59);
    for (const code of ["", "28708", "2870822", "28708a", "２８７０８２"]) {
      expect(() => matchTotpStep(rfcSecret, code, null)).not.toThrow();
      expect(matchTotpStep(rfcSecret, code, null)).toBeNull();
    }
  });

  it("makes secrets of 160 bits and an address that authenticator apps read", () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri(secret, "ada@example.com", "Keys: shelf"));
    expect(uri.protocol).toBe("otpauth:");
    expect(uri.searchParams.get("secret")).toBe(secret);
    expect(uri.searchParams.get("issuer")).toBe("Keys  shelf");
  });
});

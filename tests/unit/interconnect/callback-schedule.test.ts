import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { giveUpAttempts, pollWait, retryWait } from "@/lib/interconnect/agent/purchases/schedule";
import { maxAttempts, nextWait } from "@/lib/interconnect/main/callback-schedule";

const middle = { isThrottled: false, retryAfterSeconds: null, random: 0.5 };

describe("callback schedule", () => {
  it("has thirteen attempts over nearly three days [C52]", () => {
    const waits = Array.from({ length: maxAttempts + 1 }, (_, attempts) => nextWait({ ...middle, attempts }));
    expect(waits).toEqual([
      0,
      5,
      30,
      120,
      300,
      900,
      1800,
      3600,
      10_800,
      21_600,
      43_200,
      86_400,
      86_400,
      null,
    ]);
  });

  it("stays within a fifth of the plan [C52]", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.double({ min: 0, max: 0.999999, noNaN: true }),
        (attempts, random) => {
          const planned = nextWait({ ...middle, attempts }) ?? 0;
          const wait = nextWait({ ...middle, attempts, random }) ?? 0;
          expect(Math.abs(wait - planned)).toBeLessThanOrEqual(planned * 0.2 + 1e-9);
        },
      ),
    );
  });

  it("Retry-After may stretch a wait to twice its length, and never shortens it [C52]", () => {
    expect(nextWait({ ...middle, attempts: 2, retryAfterSeconds: 1 })).toBe(30);
    expect(nextWait({ ...middle, attempts: 2, retryAfterSeconds: 45 })).toBe(45);
    expect(nextWait({ ...middle, attempts: 2, retryAfterSeconds: 9999 })).toBe(60);
  });

  it("waits at least a minute after a timeout or a 429 [C52]", () => {
    expect(nextWait({ ...middle, attempts: 1, isThrottled: true })).toBe(60);
    expect(nextWait({ ...middle, attempts: 1, isThrottled: true, retryAfterSeconds: 90 })).toBe(90);
  });
});

describe("poll schedule", () => {
  it("10 s, 30 s, 1 m, 5 m, then every 15 minutes [C63]", () => {
    expect([0, 1, 2, 3, 4, 5, 100].map(pollWait)).toEqual([10, 30, 60, 300, 900, 900, 900]);
  });

  it("attempts lost calls quickly at first and gives up after a day only", () => {
    expect([0, 1, 2].map(retryWait)).toEqual([2, 5, 10]);
    const seconds = Array.from({ length: giveUpAttempts }, (_, attempts) => retryWait(attempts)).reduce(
      (a, b) => a + b,
    );
    expect(seconds / 3600).toBeGreaterThan(22);
    expect(seconds / 3600).toBeLessThan(26);
  });
});

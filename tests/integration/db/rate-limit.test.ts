import { describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { isAppError } from "@/lib/core/errors";
import { forgetLeases } from "@/lib/db/leases";
import { consumeLeasedRateLimit, consumeRateLimit, refundRateLimit } from "@/lib/db/rate-limit";
import { type Bucket, limitSiteCalls } from "@/lib/interconnect/limit-site-calls";

const limit = { limit: 60, windowSeconds: 60 };

async function grantedOf(take: () => Promise<void>, attempts: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: attempts }, take));
  for (const result of results) {
    if (result.status === "rejected") expect(isAppError(result.reason, "rate_limited")).toBe(true);
  }
  return results.filter((result) => result.status === "fulfilled").length;
}

describe("rate limits [A28]", () => {
  it("admits exactly the limit of concurrent calls", async () => {
    expect(await grantedOf(() => consumeRateLimit("exact", limit), 120)).toBe(60);
  });

  it("admits exactly the limit of concurrent calls with leases", async () => {
    forgetLeases();
    expect(await grantedOf(() => consumeLeasedRateLimit("leased", limit), 120)).toBe(60);
  });

  it("shares the limit with another process, which holds at most one lease", async () => {
    forgetLeases();
    const first = await grantedOf(() => consumeLeasedRateLimit("shared", limit), 21);
    // Another process knows nothing of our leases.
    forgetLeases();
    const second = await grantedOf(() => consumeLeasedRateLimit("shared", limit), 120);
    expect(first + second).toBeGreaterThanOrEqual(54);
    expect(first + second).toBeLessThanOrEqual(60);
  });

  it("opens again when the window has passed, and says when", async () => {
    forgetLeases();
    await grantedOf(() => consumeLeasedRateLimit("again", limit), 61);
    await expect(consumeLeasedRateLimit("again", limit)).rejects.toMatchObject({ retryAfter: 60 });
    testClock.advance(61);
    await expect(consumeLeasedRateLimit("again", limit)).resolves.toBeUndefined();
  });
});

describe("a turn that is given back", () => {
  it("does not carry a refund into the next window", async () => {
    const two = { limit: 2, windowSeconds: 60 };
    expect(await grantedOf(() => consumeRateLimit("back", two), 5)).toBe(2);
    await refundRateLimit("back");
    testClock.advance(61);
    await refundRateLimit("back");
    expect(await grantedOf(() => consumeRateLimit("back", two), 5)).toBe(2);
  });
});

describe("the bucket of a site [C42]", () => {
  const admittedOf = async (bucket: Bucket, attempts: number) => {
    const waits = await Promise.all(Array.from({ length: attempts }, () => limitSiteCalls("site", bucket)));
    return waits.filter((wait) => wait === null).length;
  };

  it("admits exactly the burst when everybody comes at once, and tells how long to wait", async () => {
    const bucket = { name: "exact", perMinute: 2, burst: 25 };
    expect(await admittedOf(bucket, 60)).toBe(25);
    const wait = await limitSiteCalls("site", bucket);
    expect(wait).toBeGreaterThan(20);
    expect(wait).toBeLessThanOrEqual(30);
  });

  it("is shared by processes, of which each holds at most a tenth of it", async () => {
    const bucket = { name: "shared", perMinute: 2, burst: 20 };
    expect(await admittedOf(bucket, 7)).toBe(7);
    // Another process knows nothing of the lease that is half used.
    forgetLeases();
    expect(await admittedOf(bucket, 30)).toBe(12);
  });

  it("goes on at the highest rates, where an interval is shorter than the clock's tick", async () => {
    expect(await admittedOf({ name: "fast", perMinute: 1_000_000, burst: 1 }, 20)).toBeGreaterThan(0);
  });
});

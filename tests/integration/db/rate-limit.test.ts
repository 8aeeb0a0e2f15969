import { describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { isAppError } from "@/lib/core/errors";
import { forgetLeases, takeLeasedToken, takeTokens } from "@/lib/db/rate-limit";

const limit = { limit: 60, windowSeconds: 60 };

async function grantedOf(take: () => Promise<void>, tries: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: tries }, take));
  for (const result of results) {
    if (result.status === "rejected") expect(isAppError(result.reason, "rate_limited")).toBe(true);
  }
  return results.filter((result) => result.status === "fulfilled").length;
}

describe("A28: rate limits", () => {
  it("lets exactly the limit through when everybody comes at once", async () => {
    expect(await grantedOf(() => takeTokens("exact", limit), 120)).toBe(60);
  });

  it("lets exactly the limit through with leases, too", async () => {
    forgetLeases();
    expect(await grantedOf(() => takeLeasedToken("leased", limit), 120)).toBe(60);
  });

  it("shares the limit with another process, which holds at most one lease", async () => {
    forgetLeases();
    const first = await grantedOf(() => takeLeasedToken("shared", limit), 21);
    // Another process knows nothing of our leases.
    forgetLeases();
    const second = await grantedOf(() => takeLeasedToken("shared", limit), 120);
    expect(first + second).toBeGreaterThanOrEqual(54);
    expect(first + second).toBeLessThanOrEqual(60);
  });

  it("opens again when the window has passed, and says when", async () => {
    forgetLeases();
    await grantedOf(() => takeLeasedToken("again", limit), 61);
    await expect(takeLeasedToken("again", limit)).rejects.toMatchObject({ retryAfter: 60 });
    testClock.advance(61);
    await expect(takeLeasedToken("again", limit)).resolves.toBeUndefined();
  });
});

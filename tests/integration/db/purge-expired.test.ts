import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { purgeExpired } from "@/lib/db/purge-expired";

const day = 86_400_000;

const aMail = (dedupeKey: string, ageDays: number) =>
  db().mail.create({
    data: {
      kind: "order_delivered",
      recipient: "buyer@example.com",
      subject: "Your order",
      textSealed: new Uint8Array([1]),
      htmlSealed: new Uint8Array([1]),
      dedupeKey,
      createdAt: new Date(Date.now() - ageDays * day),
    },
  });

describe("what is old goes", () => {
  it("mails after half a year, and not a day earlier", async () => {
    await aMail("old", 181);
    await aMail("young", 179);
    await purgeExpired();
    const left = await db().mail.findMany({ select: { dedupeKey: true } });
    expect(left).toEqual([{ dedupeKey: "young" }]);
  });

  it("limits when their window is over, nonces only after a while, and nothing that is still good", async () => {
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
    await db().rateLimit.createMany({
      data: [
        { key: "over", count: 1, resetAt: at(-5) },
        { key: "open", count: 1, resetAt: at(60) },
      ],
    });
    const nonces = ["11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222"];
    await db().nonce.createMany({
      data: nonces.map((nonce, n) => ({ scope: "site:x", nonce, expiresAt: at(n === 0 ? -700 : -500) })),
    });
    await purgeExpired();
    expect(await db().rateLimit.findMany({ select: { key: true } })).toEqual([{ key: "open" }]);
    expect(await db().nonce.findMany({ select: { nonce: true } })).toEqual([{ nonce: nonces[1] }]);
  });

  it("goes slice by slice until all of it is gone", async () => {
    await db().$executeRaw`
      INSERT INTO rate_limits (key, count, reset_at) SELECT 'k' || n, 1, now() - interval '1 hour' FROM generate_series(1, 20500) n`;
    await purgeExpired();
    expect(await db().rateLimit.count()).toBe(0);
  });
});

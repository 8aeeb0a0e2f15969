import { describe, expect, it } from "vitest";
import { connection, db, disconnect } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { inTransaction, type Tx } from "@/lib/db/transaction";
import { isUniqueViolation } from "@/lib/db/unique-violation";

const insertLimit = (reader: Pick<Tx, "$executeRaw">, key: string) =>
  reader.$executeRaw`INSERT INTO rate_limits (key, count, reset_at) VALUES (${key}, 1, now())`;
const countLimits = () => db().rateLimit.count();

describe("handwritten statements", () => {
  it("return what Prisma would make of each column", async () => {
    const at = new Date("2026-11-21T06:30:00.123Z");
    const [row] = await db().$queryRaw<Record<string, unknown>[]>`
      SELECT ${9_007_199_254_740_993n}::bigint AS big, ${7}::int AS small, ${"12.50"}::numeric AS exact, ${at}::timestamptz AS at,
        ${at}::timestamptz(0) AS second, DATE '2026-02-03' AS day, ${new Uint8Array([1, 0, 255])}::bytea AS bytes,
        ${JSON.stringify({ a: [1] })}::jsonb AS json, ${true}::boolean AS yes, ${null}::text AS nothing,
        ${["a,b", 'c"d']}::text[] AS texts`;
    expect(row).toMatchObject({
      big: 9_007_199_254_740_993n,
      small: 7,
      at,
      second: new Date("2026-11-21T06:30:00.000Z"),
      day: new Date("2026-02-03T00:00:00Z"),
      json: { a: [1] },
      yes: true,
      nothing: null,
      texts: ["a,b", 'c"d'],
    });
    expect(row?.exact).toEqual(new Prisma.Decimal("12.5"));
    expect([...((row?.bytes ?? []) as Uint8Array)]).toEqual([1, 0, 255]);
  });

  it("take nested fragments, and their values in the right order", async () => {
    const nested = Prisma.sql`${"b"}::text || ${"c"}::text`;
    const rows = await db().$queryRaw`SELECT ${"a"}::text || ${nested} || ${"d"}::text AS all`;
    expect(rows).toEqual([{ all: "abcd" }]);
  });

  it("go on the same after they have become frequent enough to be prepared", async () => {
    for (let n = 0; n < 60; n++) {
      expect(await db().$queryRaw`SELECT ${n}::int + 1 AS next`).toEqual([{ next: n + 1 }]);
    }
  });

  it("belong to their transaction: they see its rows and vanish with it", async () => {
    const failed = inTransaction(async (tx) => {
      await tx.rateLimit.create({ data: { key: "typed", count: 1, resetAt: new Date() } });
      await insertLimit(tx, "by hand");
      expect(await tx.$queryRaw`SELECT count(*)::int AS n FROM rate_limits`).toEqual([{ n: 2 }]);
      expect(await countLimits()).toBe(0);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await countLimits()).toBe(0);
  });

  it("keep to their own transaction when many run at once", async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        inTransaction(async (tx) => {
          await insertLimit(tx, `many-${n}`);
          if (n % 2) throw new Error("odd");
        }).catch(() => undefined),
      ),
    );
    expect(await countLimits()).toBe(20);
  });

  it("are refused once their transaction is over", async () => {
    let escaped: Tx | undefined;
    await inTransaction(async (tx) => {
      escaped = tx;
    });
    await expect(insertLimit(escaped as Tx, "late")).rejects.toThrow("The transaction is over");
    expect(await countLimits()).toBe(0);
  });

  it("are refused in a transaction that has taken too long, and nothing of it stays", async () => {
    const slow = inTransaction(
      async (tx) => {
        await insertLimit(tx, "in time");
        await new Promise((resolve) => setTimeout(resolve, 400));
        await insertLimit(tx, "too late");
      },
      { timeout: 150 },
    );
    await expect(slow).rejects.toThrow("The transaction is over");
    expect(await countLimits()).toBe(0);
  });

  it("are refused as well when the time ran out while the one before was still running", async () => {
    const slow = inTransaction(
      async (tx) => {
        await tx.$queryRaw`SELECT pg_sleep(0.5)`;
        await insertLimit(tx, "too late");
      },
      { timeout: 150 },
    );
    await expect(slow).rejects.toThrow("The transaction is over");
    expect(await countLimits()).toBe(0);
  });

  it("are refused when another part of the work has failed in between", async () => {
    const slow: Promise<unknown>[] = [];
    const failed = inTransaction(async (tx) => {
      slow.push(
        tx.$queryRaw`SELECT pg_sleep(0.3)`
          .then(() => insertLimit(tx, "left behind"))
          .catch((error: unknown) => error),
      );
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(String(await slow[0])).toContain("The transaction is over");
    expect(await countLimits()).toBe(0);
  });

  it("run again after a deadlock", async () => {
    await insertLimit(db(), "a");
    await insertLimit(db(), "b");
    const lock = (tx: Tx, key: string) =>
      tx.$executeRaw`UPDATE rate_limits SET count = count + 1 WHERE key = ${key}`;
    const both = (first: string, second: string) =>
      inTransaction(async (tx) => {
        await lock(tx, first);
        await new Promise((resolve) => setTimeout(resolve, 100));
        await lock(tx, second);
      });
    await Promise.all([both("a", "b"), both("b", "a")]);
    const rows = await db().rateLimit.findMany({ select: { count: true } });
    expect(rows).toEqual([{ count: 3 }, { count: 3 }]);
  });

  it("leave no connection behind when they were all that ran", async () => {
    await disconnect();
    const { pool } = connection();
    await db().$queryRaw`SELECT 1`;
    await disconnect();
    expect(pool.ended).toBe(true);
  });

  it("tell a unique violation by the name of its index", async () => {
    await insertLimit(db(), "twice");
    const error = await insertLimit(db(), "twice").catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, "rate_limits_pkey")).toBe(true);
    expect(isUniqueViolation(error, "orders_order_no_key")).toBe(false);
  });
});

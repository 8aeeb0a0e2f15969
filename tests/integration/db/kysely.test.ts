import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { connection, db } from "@/lib/db/client";
import { inTransaction, type Tx } from "@/lib/db/transaction";
import { aUser } from "../../support/builders/products";
import { giveBalance } from "../../support/builders/wallet";

const at = new Date("2026-11-21T06:30:00.123Z");

describe("Kysely", () => {
  it("runs on the transaction of Prisma: one server process, one transaction, rows seen by both", async () => {
    const failed = inTransaction(async (tx) => {
      await tx.rateLimit.create({ data: { key: "prisma", count: 1, resetAt: at } });
      await tx.sql.insertInto("rate_limits").values({ key: "kysely", count: 2, reset_at: at }).execute();
      const keys = await tx.sql.selectFrom("rate_limits").select("key").orderBy("key").execute();
      expect(keys).toEqual([{ key: "kysely" }, { key: "prisma" }]);
      expect(await tx.rateLimit.findUnique({ where: { key: "kysely" } })).toMatchObject({
        count: 2,
        resetAt: at,
      });
      expect(await db().sql.selectFrom("rate_limits").select("key").execute()).toEqual([]);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await db().rateLimit.count()).toBe(0);
  });

  it("tells two transactions apart, also one inside the other", async () => {
    const transactionOf = async (tx: Tx) => {
      const { rows } = await sql<{ id: string }>`SELECT txid_current()::text AS id`.execute(tx.sql);
      return rows[0]?.id;
    };
    await inTransaction(async (outer) => {
      const before = await transactionOf(outer);
      await inTransaction(async (inner) => {
        expect(await transactionOf(inner)).not.toBe(before);
        expect(await transactionOf(outer)).toBe(before);
      });
      expect(await transactionOf(outer)).toBe(before);
    });
  });

  it("returns each column as the type that the generated tables name", async () => {
    const { id } = await aUser({ createdAt: at });
    const found = await db()
      .sql.selectFrom("users")
      .select(["id", "created_at"])
      .where("id", "=", id)
      .execute();
    expect(found).toEqual([{ id, created_at: at }]);
    const row = await db()
      .sql.selectFrom("users")
      .select((users) => [users.fn.countAll().as("count"), users.fn.max("created_at").as("newest")])
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ count: 1n, newest: at });
  });

  it("counts the rows that it changed", async () => {
    await db().rateLimit.createMany({
      data: [1, 2, 3].map((n) => ({ key: `k${n}`, count: n, resetAt: at })),
    });
    const { numUpdatedRows } = await db()
      .sql.updateTable("rate_limits")
      .set({ count: 9 })
      .where("count", ">", 1)
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(2n);
  });
});

describe("a transaction", () => {
  const insert = (tx: Tx, key: string) =>
    tx.sql.insertInto("rate_limits").values({ key, count: 1, reset_at: at }).execute();

  it("runs statements that were given at once in their order", async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `k${n}`);
    const counts = await inTransaction((tx) =>
      Promise.all(
        keys.map(async (key) => {
          const [, { count }] = await Promise.all([
            insert(tx, key),
            tx.sql
              .selectFrom("rate_limits")
              .select((row) => row.fn.countAll<bigint>().as("count"))
              .executeTakeFirstOrThrow(),
          ]);
          return Number(count);
        }),
      ),
    );
    expect(counts).toEqual(keys.map((_, n) => n + 1));
  });

  it("tells the first failure of statements that were given at once, and keeps nothing", async () => {
    const failed = inTransaction(async (tx) => {
      const late = async () => {
        await insert(tx, "second");
        await insert(tx, "third");
      };
      const slow = async () => {
        const work = [insert(tx, "first"), insert(tx, "first"), late()];
        for (const one of work) one.catch(() => undefined);
        await work[2];
      };
      await slow();
    });
    await expect(failed).rejects.toMatchObject({ code: "23505", constraint: "rate_limits_pkey" });
    expect(await db().rateLimit.count()).toBe(0);
    // The connection is good for the next one, prepared statements included.
    await inTransaction((tx) => insert(tx, "first"));
    expect(await db().rateLimit.count()).toBe(1);
  });

  it("gives its connection back after a commit, a failure, a refused commit and a timeout", async () => {
    const user = await aUser();
    await giveBalance(user.id, 100n);
    const account = await db().ledgerAccount.findFirstOrThrow({ where: { userId: user.id } });
    const unbalanced = (n: number) =>
      inTransaction(async (tx) => {
        const transfer = await tx.ledgerTransfer.create({
          data: { transferNo: `T${n}`, type: "admin_adjust", reasonKey: `raw:${n}` },
        });
        await tx.ledgerEntry.create({
          data: { transferId: transfer.id, accountId: account.id, amountCents: 1n },
        });
      });
    const { pool } = connection();
    const ends = Array.from({ length: 12 }, (_, n) => [
      inTransaction((tx) => tx.rateLimit.count()),
      inTransaction(() => Promise.reject(new Error("no"))),
      unbalanced(n),
      inTransaction(() => new Promise((resolve) => setTimeout(resolve, 60)), { timeout: 20 }),
    ]);
    await Promise.allSettled(ends.flat());
    expect(await db().ledgerTransfer.count({ where: { reasonKey: { startsWith: "raw" } } })).toBe(0);
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
    const { rows } = await pool.query(
      "SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'",
    );
    expect(rows).toEqual([{ open: 0 }]);
  });
});

import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";

describe("the test database", () => {
  it("holds what a test writes", async () => {
    await db().category.create({ data: { slug: "games", name: "Games" } });
    expect(await db().category.count()).toBe(1);
  });

  it("is empty again for the next test", async () => {
    expect(await db().category.count()).toBe(0);
  });

  it("has the queue of the worker", async () => {
    await db().$executeRaw`SELECT graphile_worker.add_job('test', '{}'::json)`;
    const [row] = await db().$queryRaw<{ n: bigint }[]>`SELECT count(*) AS n FROM graphile_worker.jobs`;
    expect(row?.n).toBe(1n);
  });
});

import { describe, expect, it } from "vitest";
import { sayNoted } from "@/lib/core/refusals/noted";
import { db } from "@/lib/db/client";
import { syncConnection } from "@/lib/interconnect/agent/sync-connection";
import {
  alertKinds,
  connectionId,
  lastRun,
  main,
  offered,
  offers,
  prepareConnection,
} from "../../support/builders/offered-products";
import { saying } from "../../support/harness/saying";

prepareConnection();

describe("a product that cannot be used", () => {
  it.each([
    ["a title with U+0000", { title: "T\u0000x" }, "title: must not contain U+0000"],
    ["a category with half a character", { category: "\ud800" }, "category: must not contain U+0000"],
    [
      "a SKU name with U+0000",
      { skus: [{ id: 10, name: "\u0000", price: "1.00", stock: 1 }] },
      "skus.0.name",
    ],
    ["a time in the year 0", { updated_at: "0000-01-01T00:00:00Z" }, "updated_at"],
    ["a time after the last one", { updated_at: "9999-12-31T23:59:59-01:00" }, "updated_at"],
    ["a price of 13 digits", { price: "1000000000000.00" }, "price"],
  ])(
    "skips and names a product with %s, and keeps the others in step [C61, C68]",
    async (_, odd, problem) => {
      main.state.products = [offered(1), offered(2)];
      await syncConnection(connectionId, "button");
      main.state.products = [offered(1, odd), offered(2, { skus: [{ id: 20, price: "50.00", stock: 1 }] })];
      await syncConnection(connectionId, "schedule");
      await syncConnection(connectionId, "button");
      expect((await offers()).map(({ costCents }) => costCents)).toEqual([1000n, 5000n]);
      const row = await db().connection.findUniqueOrThrow({ where: { id: connectionId } });
      expect(row).toMatchObject({ syncStartedAt: null, lastSyncError: expect.stringContaining(problem) });
      expect(row.skippedProducts).toMatchObject([{ upstream_product_id: 1 }]);
      expect(await lastRun()).toMatchObject({ finishedAt: expect.any(Date), error: row.lastSyncError });
      expect(await alertKinds()).toEqual(["connection.products_skipped"]);
      main.state.products = [offered(1), offered(2)];
      await syncConnection(connectionId, "button");
      const healed = await db().connection.findUniqueOrThrow({ where: { id: connectionId } });
      expect(healed).toMatchObject({ lastSyncError: null, skippedProducts: [] });
    },
  );

  it("still drops what is offered no more when a product is skipped [C61]", async () => {
    main.state.products = [offered(1), offered(2)];
    await syncConnection(connectionId, "button");
    main.state.products = [offered(1, { title: "\u0000" })];
    await syncConnection(connectionId, "button");
    expect((await offers()).map(({ isActive }) => isActive)).toEqual([true, false]);
  });

  it("skips and names a product that the database refuses, and ends the run [C61]", async () => {
    await db().$executeRaw`ALTER TABLE upstream_skus ADD CONSTRAINT odd CHECK (title <> 'Game 2')`;
    try {
      main.state.products = [offered(1), offered(2)];
      await syncConnection(connectionId, "button");
      expect((await offers()).map(({ title }) => title)).toEqual(["Game 1"]);
      expect(sayNoted((await lastRun()).error)).toContain("product 2 “Game 2” (could not be stored)");
      main.state.products = [offered(2)];
      await syncConnection(connectionId, "button");
      expect(await lastRun()).toMatchObject({
        finishedAt: expect.any(Date),
        error: saying(/could not be stored/),
      });
      expect(await alertKinds()).toContain("connection.sync_failed");
    } finally {
      await db().$executeRaw`ALTER TABLE upstream_skus DROP CONSTRAINT odd`;
    }
  });
});

import { describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { syncConnection, syncDueConnections } from "@/lib/interconnect/agent/sync-connection";
import { testConnection } from "@/lib/interconnect/agent/test-connection";
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

describe("pulling products", () => {
  it("reads all pages, and then only what changed [C61]", async () => {
    main.state.products = [1, 2, 3, 4, 5].map((id) => offered(id));
    await syncConnection(connectionId, "schedule");
    expect((await offers()).map(({ upstreamProductId }) => upstreamProductId)).toEqual([1, 2, 3, 4, 5]);
    expect(await lastRun()).toMatchObject({
      isFull: true,
      pages: 3,
      total: 5,
      seen: 5,
      changed: 5,
      error: null,
    });
    main.calls.length = 0;
    main.state.products[4] = offered(5, {
      stock: 1,
      updated_at: "2026-01-02T00:00:00.000Z",
      skus: [{ id: 50, price: "12.00", stock: 1 }],
    });
    await syncConnection(connectionId, "schedule");
    expect(main.calls[0]?.query.get("updated_after")).toBe("2025-12-31T23:58:00.000Z");
    expect(await lastRun()).toMatchObject({ isFull: false, changed: 1 });
    expect((await offers()).at(-1)).toMatchObject({ costCents: 1200n, stock: 1, skuName: "Standard" });
  });

  it("pulls everything once a day, and then drops what is offered no more [C61]", async () => {
    main.state.products = [offered(1), offered(2)];
    await syncConnection(connectionId, "schedule");
    main.state.products = [offered(1)];
    await syncConnection(connectionId, "schedule");
    expect((await offers()).map(({ isActive }) => isActive)).toEqual([true, true]);
    testClock.advance(25 * 3600);
    await syncConnection(connectionId, "schedule");
    expect((await offers()).map(({ isActive, stock }) => [isActive, stock])).toEqual([
      [true, 7],
      [false, 0],
    ]);
  });

  it("a member that is missing never overwrites, and a product without SKUs is one of its own [C61]", async () => {
    main.state.products = [offered(1)];
    await syncConnection(connectionId, "button");
    main.state.products = [
      { id: 1, price: "11.00", stock: 3, skus: [{ id: 10, price: "11.00", stock: 3 }] },
      { id: 2, price: "4.00", stock: 9 },
    ];
    await syncConnection(connectionId, "button");
    expect(await offers()).toMatchObject([
      { upstreamProductId: 2, upstreamSkuId: 0, costCents: 400n, stock: 9 },
      {
        upstreamProductId: 1,
        title: "Game 1",
        slug: "game-1",
        skuName: "Standard",
        category: "Games",
        costCents: 1100n,
      },
    ]);
  });

  it("an answer without SKUs leaves those that are known, and an empty list of them says that there are none [C61]", async () => {
    const { skus: _, ...bare } = offered(1, {
      title: "Game One",
      category: "Classics",
      price: "8.00",
      stock: 3,
    });
    const pull = async (product: Record<string, unknown>) => {
      main.state.products = [product];
      await syncConnection(connectionId, "button");
      return (await offers()).map((row) => [row.upstreamSkuId, row.isActive, row.stock, row.costCents]);
    };
    const known = await pull(
      offered(1, {
        skus: [
          { id: 10, name: "A", price: "10.00", stock: 7 },
          { id: 11, name: "B", price: "20.00", stock: 2 },
        ],
      }),
    );
    expect(await pull(bare)).toEqual(known);
    expect(await offers()).toMatchObject([
      { title: "Game One", category: "Classics", skuName: "A" },
      { title: "Game One", category: "Classics", skuName: "B" },
    ]);
    expect(await lastRun()).toMatchObject({ changed: 2 });
    expect(await pull({ ...bare, active: false })).toEqual([
      [10, false, 0, 1000n],
      [11, false, 0, 2000n],
    ]);
    expect(await pull(offered(1))).toContainEqual([10, true, 7, 1000n]);
    expect(await pull({ ...bare, skus: [] })).toEqual([
      [0, true, 3, 800n],
      [10, false, 0, 1000n],
      [11, false, 0, 2000n],
    ]);
  });

  it("one broken product does not stop the rest, and nothing is dropped on its account [C61]", async () => {
    main.state.products = [offered(1), offered(2)];
    await syncConnection(connectionId, "button");
    main.state.products = [
      offered(1, { price: 10 }),
      offered(2, { skus: [{ id: 20, price: "9.00", stock: 1 }] }),
    ];
    await syncConnection(connectionId, "button");
    expect((await offers()).map(({ isActive, costCents }) => [isActive, costCents])).toEqual([
      [true, 1000n],
      [true, 900n],
    ]);
    expect((await lastRun()).error).toEqual(
      saying(/^1 of the products was skipped: product 1 “Game 1” \(price: must be/),
    );
  });

  it("misses no product when one of an earlier page is delisted while the pages are read [N24]", async () => {
    main.state.products = [1, 2, 3, 4, 5].map((id) => offered(id));
    main.state.beforeProducts = (query) => {
      if (query.get("page") === "2")
        main.state.products[0] = offered(1, { active: false, stock: 0, skus: [] });
    };
    await syncConnection(connectionId, "button");
    expect((await offers()).map(({ upstreamProductId }) => upstreamProductId)).toContain(3);
    expect(main.calls.filter(({ query }) => query.get("page") === "2")).toHaveLength(1);
  });

  it("a main site that is away is a line and an alert, and the next turn goes on [C61]", async () => {
    main.state.next.products.push("reset", { code: 4003 }, { text: "<html>", http: 502 });
    for (let turn = 0; turn < 3; turn++) await syncConnection(connectionId, "schedule");
    const errors = (await db().syncRun.findMany({ orderBy: { id: "asc" } })).map(({ error }) => error);
    expect(errors).toEqual([
      saying("The connection was cut"),
      saying("The main site answered 4003: refused"),
      saying("A server in front of the main site answered HTTP 502: the site behind it is away"),
    ]);
    expect(await alertKinds()).toEqual(["connection.sync_failed"]);
    main.state.products = [offered(1)];
    await syncConnection(connectionId, "schedule");
    expect(await offers()).toHaveLength(1);
  });

  it("runs one pull at a time, and is not blocked for ever by a pull whose process died", async () => {
    main.state.products = [offered(1)];
    let letAnswer = () => {};
    main.state.until = new Promise((resolve) => {
      letAnswer = resolve;
    });
    let ended = 0;
    const pulls = [1, 2, 3].map(async () => {
      await syncConnection(connectionId, "button");
      ended += 1;
    });
    await expect.poll(() => ended).toBe(2);
    letAnswer();
    await Promise.all(pulls);
    expect(await db().syncRun.count()).toBe(1);
    await db().connection.update({ where: { id: connectionId }, data: { syncStartedAt: new Date() } });
    await syncConnection(connectionId, "button");
    expect(await db().syncRun.count()).toBe(1);
    testClock.advance(16 * 60);
    await syncConnection(connectionId, "button");
    expect(await db().syncRun.count()).toBe(2);
  });

  it("each connection has its own pace", async () => {
    const jobs = async () =>
      (
        await db().$queryRaw<
          unknown[]
        >`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'connection.sync'`
      ).length;
    await syncDueConnections();
    await syncDueConnections();
    expect(await jobs()).toBe(1);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await syncConnection(connectionId, "schedule");
    await syncDueConnections();
    expect(await jobs()).toBe(0);
    testClock.advance(601);
    await syncDueConnections();
    expect(await jobs()).toBe(1);
  });

  it("a pull of every minute is one in each sweep, also when the pull took half of it", async () => {
    await db().connection.updateMany({ data: { syncMinutes: 1 } });
    const jobs = async () =>
      (
        await db().$queryRaw<
          unknown[]
        >`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = 'connection.sync'`
      ).length;
    testClock.set(new Date());
    for (let sweep = 0; sweep < 3; sweep++) {
      await syncDueConnections();
      expect(await jobs()).toBe(1);
      await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
      main.state.beforeProducts = () => testClock.advance(15);
      await syncConnection(connectionId, "schedule");
      main.state.beforeProducts = () => {};
      testClock.advance(44);
    }
  });
});

describe("the test button", () => {
  it("says what is wrong: nothing, key or signature, network, something else that answers", async () => {
    main.state.products = [offered(1)];
    expect(await testConnection(connectionId)).toMatchObject({
      verdict: "ok",
      products: 1,
      clock_offset_seconds: expect.any(Number),
    });
    main.state.next.products.push({ code: 4003 });
    expect((await testConnection(connectionId)).verdict).toBe("key_or_signature");
    main.state.next.products.push({ code: 4290, http: 429 });
    expect((await testConnection(connectionId)).verdict).toBe("rate_limited");
    main.state.next.products.push({ text: "<h1>It works!</h1>", http: 200 });
    expect((await testConnection(connectionId)).verdict).toBe("not_a_main_site");
    const far = new Date(Date.now() - 400_000).toUTCString();
    main.state.next.products.push({ code: 4003, headers: { date: far } });
    expect(await testConnection(connectionId)).toMatchObject({
      verdict: "clock",
      message: expect.stringMatching(/differ by -(399|40\d) seconds/),
    });
    main.state.next.products.push("reset");
    expect((await testConnection(connectionId)).verdict).toBe("network");
    await main.stop();
    expect(await testConnection(connectionId)).toMatchObject({
      verdict: "network",
      message: expect.stringMatching(/does not accept/),
    });
  });
});

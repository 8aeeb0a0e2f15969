import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SaleOrder, saleOrders } from "@/lib/catalogue/schema";
import { testClock } from "@/lib/core/clock";
import { db, inDatabase } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { makeBackup } from "@/lib/operations/backup/make-backup";
import { salesFolder } from "@/lib/operations/backup/stored-backup";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { type HoldBackOptions, holdBackKeys } from "@/lib/operations/held-back/hold-back-keys";
import { SalesJournal } from "@/lib/operations/journal/write-journal";
import { closeOrder } from "@/lib/orders/close-order";
import { restoreSecrets } from "@/lib/stock/void-secrets";
import { numberOf, restoreNewest, sellKeys, soldIds, writeJournal } from "../../support/builders/lost-sales";
import { anOrder, pay } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct, aStaff } from "../../support/builders/products";
import { dropDatabase, emptyDatabase } from "../../support/harness/empty-database";
import { isTurnOf } from "../../support/harness/seed";
import { overrideConfig } from "../../support/harness/test-config";
import { isLong } from "../../support/harness/tier";

/** Sales in each order of sale. */
const many = isLong ? 1000 : 200;

type Sku = Awaited<ReturnType<typeof aProduct>>["sku"];

let folder: string;
let target: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-sales-"));
  overrideConfig({ "backup.dir": folder });
  target = await emptyDatabase({ hasSchema: true });
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await dropDatabase(target);
});

async function anOption(saleOrder: SaleOrder, keys: number): Promise<Sku> {
  const { sku } = await aProduct({ keys, sku: { saleOrder, hasUseBy: saleOrder === "expiring" } });
  if (saleOrder === "expiring")
    await db().$executeRaw`
      UPDATE secrets SET use_by = '2090-01-01'::timestamptz + (id * 7919 % 1000) * interval '1 day' WHERE sku_id = ${sku.id}`;
  return sku;
}

const holdBack = (options: HoldBackOptions = {}) =>
  inDatabase(target, () => holdBackKeys(options, async () => null));

/** Sells all that is left in the restored shop. @returns the keys that somebody has already. */
async function soldAgain(skus: readonly Sku[], before: ReadonlySet<number>): Promise<number[]> {
  return inDatabase(target, async () => {
    const known = await soldIds();
    for (const sku of skus)
      await sellKeys(sku, await db().secret.count({ where: { skuId: sku.id, status: "available" } }));
    return [...(await soldIds())].filter((id) => !known.has(id) && before.has(id));
  });
}

/** Sales before the backup, after it, and after the last pass; an order that is open at the end. */
async function aLostShop(skus: readonly Sku[], sales: number): Promise<Set<number>> {
  for (const sku of skus) await sellKeys(sku, 20);
  await writeJournal();
  await makeBackup();
  const journal = new SalesJournal();
  for (const sku of skus) {
    await sellKeys(sku, sales / 2);
    await anOrder({ sku, quantity: 15 });
    await sellKeys(sku, sales / 2);
  }
  await writeJournal(journal);
  for (const sku of skus) await sellKeys(sku, 4, 1);
  return soldIds();
}

describe("the journal of sales", () => {
  it(`keeps each of ${many} sales after the backup from being sold again, in every order of sale [C75]`, async () => {
    await aStaff();
    const skus: Sku[] = [];
    for (const order of saleOrders) skus.push(await anOption(order, many + 300));
    const sold = await aLostShop(skus, many);
    testClock.advance(3);
    const ended = new Date(Date.now() + 13_000);
    await restoreNewest(target);
    const { rule, skus: held, lostOrders, journal } = await holdBack({ ended });
    expect([rule, journal.missing, journal.problems]).toEqual(["journal", 0, []]);
    expect(held.map(({ skuId, handedOut }) => [skuId, handedOut])).toEqual(skus.map(({ id }) => [id, many]));
    for (const { left } of held) expect(left).toBeGreaterThan(50);
    expect(lostOrders).toHaveLength(saleOrders.length * (many / 50));
    expect(await soldAgain(skus, sold)).toEqual([]);
    await inDatabase(target, async () => expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]));
  }, 300_000);

  it("names the orders that are lost, and nobody puts their keys on sale again", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    await aStaff();
    const { sku } = await aProduct({ keys: 40 });
    await writeJournal();
    await makeBackup();
    const lost = await anOrder({ sku, quantity: 2 });
    await pay(lost.orderId);
    const orderNo = await numberOf(lost);
    await writeJournal();
    await restoreNewest(target);
    const ended = new Date(Date.now() + 20_000);
    const { lostOrders, skus, journal } = await holdBack({ ended });
    expect(journal.completeAt).not.toBeNull();
    expect(lostOrders).toEqual([{ orderNo, soldAt: expect.any(Date), keys: 2, isHere: false }]);
    await inDatabase(target, async () => {
      const held = skus[0]?.held ?? 0;
      expect(held).toBeGreaterThanOrEqual(10);
      expect(await restoreSecrets(await anAdmin(), aClient(), { skuId: sku.id })).toMatchObject({
        count: held,
      });
      const kept = { skuId: sku.id, status: "void", lostOrderNo: orderNo } as const;
      expect(await db().secret.count({ where: kept })).toBe(2);
    });
    // The second run does nothing again that the first one has done.
    const again = await holdBack({ ended });
    expect([again.lostOrders, again.skus[0]?.handedOut ?? 0]).toEqual([[], 0]);
  }, 120_000);

  it("gives an open order of the backup the key that it got, and lets no other order have it", async ({
    skip,
  }) => {
    skip(!isTurnOf(1, 2));
    await aStaff();
    const { sku } = await aProduct({ keys: 30 });
    const paid = await anOrder({ sku });
    const abandoned = await anOrder({ sku });
    await writeJournal();
    await makeBackup();
    await pay(paid.orderId);
    await inTransaction((tx) => closeOrder(tx, abandoned.orderId, "canceled", "test"));
    // The key of the abandoned order is the oldest one again.
    await sellKeys(sku, 1);
    await writeJournal();
    const sold = await soldIds();
    await restoreNewest(target);
    const { lostOrders, soldTwice } = await inDatabase(target, () =>
      holdBackKeys({ ended: new Date(Date.now() + 20_000) }, () => pay(paid.orderId)),
    );
    expect(lostOrders.map(({ isHere }) => isHere)).toEqual([true, false]);
    expect(soldTwice).toEqual([]);
    await inDatabase(target, async () => {
      const rows = await db().order.findMany({ orderBy: { id: "asc" }, select: { status: true } });
      expect(rows.map(({ status }) => status)).toEqual(["delivered", "canceled"]);
      expect((await soldIds()).size).toBe(1);
    });
    expect(await soldAgain([sku], sold)).toEqual([]);
  }, 120_000);

  it("says that it lost its end or a line in between, and holds back what stood there [C75]", async ({
    skip,
  }) => {
    skip(!isTurnOf(2, 2));
    await aStaff();
    const { sku } = await aProduct({ keys: 300 });
    await writeJournal();
    await makeBackup();
    const journal = new SalesJournal();
    for (let n = 0; n < 4; n++) {
      await sellKeys(sku, 10);
      await writeJournal(journal);
    }
    const sold = await soldIds();
    const names = (await readdir(path.join(folder, salesFolder))).sort();
    const file = path.join(folder, salesFolder, names.at(-1) ?? "");
    const lines = (await readFile(file, "utf8")).split("\n");
    expect(lines).toHaveLength(5);
    lines[1] = `${lines[1]?.slice(0, 20)}A${lines[1]?.slice(21)}`;
    lines.splice(3, 2, lines[3]?.slice(0, -30) ?? "");
    await writeFile(file, lines.join("\n"));
    await restoreNewest(target);
    const { journal: found, rule, skus } = await holdBack({ ended: new Date(Date.now() + 50_000) });
    expect(rule).toBe("journal");
    expect(found.missing).toBe(10);
    expect(found.problems.sort()).toEqual([
      expect.stringMatching(/line 2 cannot be read/),
      expect.stringMatching(/the end after line 3 is cut off/),
    ]);
    expect(skus[0]?.handedOut).toBe(20);
    expect(await soldAgain([sku], sold)).toEqual([]);
  }, 120_000);

  it("is not enough where it ends hours before the shop did: every key is held back", async ({ skip }) => {
    skip(!isTurnOf(3, 2));
    await aStaff();
    const { sku } = await aProduct({ keys: 10 });
    await writeJournal();
    await makeBackup();
    await sellKeys(sku, 2);
    await writeJournal();
    await restoreNewest(target);
    testClock.advance(2 * 3600);
    expect(await holdBack()).toMatchObject({ rule: "all", skus: [{ handedOut: 2, held: 8, left: 0 }] });
  }, 120_000);

  it("is written by several processes at once without a gap, and again by one whose database was restored", async () => {
    await aStaff();
    const { sku } = await aProduct({ keys: 60 });
    await writeJournal();
    await makeBackup();
    const writers = [new SalesJournal(), new SalesJournal(), new SalesJournal()];
    for (let n = 0; n < 4; n++) {
      testClock.advance(10);
      await Promise.all([sellKeys(sku, 3, 1), ...writers.map((writer) => writer.pass())]);
    }
    await writeJournal(writers[1]);
    await restoreNewest(target);
    const first = await holdBack({ ended: new Date(Date.now() + 60_000) });
    expect([first.journal.missing, first.skus[0]?.handedOut]).toEqual([0, 12]);
    const soldLater = await inDatabase(target, async () => {
      await sellKeys(sku, 5, 1);
      await writeJournal();
      return soldIds();
    });
    await dropDatabase(target);
    target = await emptyDatabase({ hasSchema: true });
    await restoreNewest(target);
    const second = await holdBack({ ended: new Date(Date.now() + 80_000) });
    expect([second.rule, second.journal.missing]).toEqual(["journal", 0]);
    // The five of the second life, and what the first run held back.
    expect(second.skus[0]?.handedOut).toBe(12 + 5);
    expect(second.skus[0]?.held).toBeGreaterThan(first.skus[0]?.held ?? 0);
    expect(await soldAgain([sku], soldLater)).toEqual([]);
  }, 120_000);
});

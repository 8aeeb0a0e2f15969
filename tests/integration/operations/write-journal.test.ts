import { EventEmitter, once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { backupStore } from "@/lib/operations/backup/backup-store";
import { makeBackup } from "@/lib/operations/backup/make-backup";
import { salesFolder } from "@/lib/operations/backup/stored-backup";
import { readJournalState } from "@/lib/operations/journal/journal-state";
import { KeptJournal, purgeJournal } from "@/lib/operations/journal/keep-journal";
import { readJournal } from "@/lib/operations/journal/read-journal";
import { SalesJournal } from "@/lib/operations/journal/write-journal";
import { lockOrder, markOrderPaid } from "@/lib/orders/mark-order-paid";
import { aBackupStore } from "../../support/builders/backup-store";
import { numberOf, sellKeys, soldIds, writeJournal } from "../../support/builders/lost-sales";
import { anOrder, pay } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { buyUntil, HttpBuyer, unlimitedBuying } from "../../support/harness/http-buyer";
import { startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";
import { isLong } from "../../support/harness/tier";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-sales-"));
  overrideConfig({ "backup.dir": folder });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const readAll = () => readJournal(new Date(0));

describe("what is written to the journal of sales", () => {
  it("skips no sale whose id is lower than one that was committed before it", async () => {
    const { sku } = await aProduct({ keys: 10 });
    // A queue that knows these kinds of jobs: the first of a kind adds it, and another transaction with such a job waits for that one.
    await pay((await anOrder({ sku })).orderId);
    await writeJournal();
    const [slow, quick] = [await anOrder({ sku }), await anOrder({ sku })];
    const step = new EventEmitter();
    const [inserted, gate] = [once(step, "inserted"), once(step, "go on")];
    const paying = inTransaction(
      async (tx) => {
        await markOrderPaid(tx, await lockOrder(tx, slow.orderId), { actor: "test" });
        step.emit("inserted");
        await gate;
      },
      { timeout: 60_000 },
    );
    await inserted;
    // Another SKU: the counter of the first one is locked.
    const { sku: other } = await aProduct({ keys: 10 });
    const elsewhere = await anOrder({ sku: other });
    await pay(elsewhere.orderId);
    const journal = new SalesJournal();
    await writeJournal(journal);
    const known = async () => [...new Set((await readAll()).sales.map((sale) => sale.orderNo))].sort();
    expect(await known()).toEqual([await numberOf(elsewhere)]);
    step.emit("go on");
    await paying;
    await pay(quick.orderId);
    await writeJournal(journal);
    const all = await Promise.all([slow, quick, elsewhere].map(numberOf));
    expect(await known()).toEqual(all.sort());
    expect(await readAll()).toMatchObject({ missing: 0, problems: [] });
  }, 60_000);

  it("has no gap when the process that writes it is killed, again and again", async () => {
    const { product } = await aProduct({ keys: 200 });
    const gateway = await FakeGateway.start();
    const channelId = await aChannel(gateway.settings());
    await writeJournal();
    testClock.reset();
    const settings = { ...unlimitedBuying, "backup.dir": folder };
    const start = () => startApiServer({ worker: true, settings });
    const [steady, ...doomed] = await Promise.all([
      start(),
      ...Array.from({ length: isLong ? 2 : 1 }, start),
    ]);
    const what = { productId: product.id, channelId, price: "9.90" };
    try {
      for (const shop of doomed) {
        const before = (await readJournalState())?.writtenId ?? 0;
        const buyer = new HttpBuyer([steady], gateway, what);
        await buyUntil(buyer, 3);
        await expect
          .poll(async () => (await readJournalState())?.writtenId, { timeout: 60_000 })
          .toBeGreaterThan(before);
        await buyUntil(buyer, 6);
        await shop.kill();
      }
    } finally {
      await steady.stop();
      await gateway.stop();
    }
    const { sales, missing, problems } = await readAll();
    expect(new Set(sales.map(({ secretId }) => secretId))).toEqual(await soldIds());
    expect([missing, problems]).toEqual([0, []]);
    const newest = await db().fulfillmentSecret.findFirst({ orderBy: { id: "desc" } });
    expect((await readJournalState())?.writtenId).toBe(newest?.id);
  }, 240_000);

  it("raises an alert when it cannot be written for two minutes, which ends with the first pass that can", async () => {
    const journal = new KeptJournal();
    await journal.tick();
    const open = () => db().alert.count({ where: { kind: "backup.journal_late", resolvedAt: null } });
    await writeFile(path.join(folder, "a-file"), "");
    overrideConfig({ "backup.dir": path.join(folder, "a-file") });
    for (const seconds of [60, 59]) {
      testClock.advance(seconds);
      await journal.tick();
    }
    expect(await open()).toBe(0);
    testClock.advance(1);
    await journal.tick();
    expect(await open()).toBe(1);
    overrideConfig({ "backup.dir": folder });
    testClock.advance(5);
    await journal.tick();
    expect(await open()).toBe(0);
  });

  it("goes on when the clock that wrote it last was ahead", async () => {
    const { sku } = await aProduct({ keys: 3 });
    testClock.advance(600);
    await writeJournal();
    testClock.advance(-600);
    await sellKeys(sku, 1);
    await new SalesJournal().pass();
    expect((await readAll()).sales).toHaveLength(1);
  });

  it("lies in the S3-compatible store of the backups, and goes with them", async () => {
    const s3 = await aBackupStore({ "backup.keep": "2" });
    const { sku } = await aProduct({ keys: 3 });
    await writeJournal();
    await sellKeys(sku, 2, 1);
    await writeJournal();
    expect((await readAll()).sales).toHaveLength(2);
    await makeBackup();
    testClock.advance(3 * 86_400);
    await purgeJournal();
    expect(await backupStore().list(salesFolder)).toHaveLength(2);
    for (let n = 0; n < 2; n++) {
      await makeBackup();
      testClock.advance(1);
    }
    await purgeJournal();
    expect(await backupStore().list(salesFolder)).toEqual([]);
    expect(s3.unsigned).toBe(0);
  }, 60_000);
});

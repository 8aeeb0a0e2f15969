import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { testClock } from "@/lib/core/clock";
import { db, inDatabase } from "@/lib/db/client";
import { migrate } from "@/lib/db/migrations/migrate";
import { readBackupState, watchBackups } from "@/lib/operations/backup/backup-state";
import { backupStore } from "@/lib/operations/backup/backup-store";
import { makeBackup, proveBackup } from "@/lib/operations/backup/make-backup";
import { isBackupDue, isProofDue } from "@/lib/operations/backup/nightly-backup";
import { restoreBackup } from "@/lib/operations/backup/read-backup";
import { listBackups } from "@/lib/operations/backup/stored-backup";
import { writeBackup } from "@/lib/operations/backup/write-backup";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { rehearseUpdate } from "../../../server/update-safely";
import { aBackupStore } from "../../support/builders/backup-store";
import { inFormerHistory, writeFormerHistory } from "../../support/builders/former-history";
import { anOrder, pay } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aProduct, aStaff, keyOf } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { dropDatabase, emptyDatabase } from "../../support/harness/empty-database";
import { buyUntil, HttpBuyer, unlimitedBuying } from "../../support/harness/http-buyer";
import { startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";
import { isLong } from "../../support/harness/tier";

const migrations = path.resolve("prisma/migrations");
/** `BACKUPS_UNDER_LOAD=20` makes so many and prints them (docs/operations.md). */
const few = isLong ? 2 : 1;
const moments = Number(process.env.BACKUPS_UNDER_LOAD ?? few);
let folder: string;
let target: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-backup-"));
  overrideConfig({ "backup.dir": folder });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const aTarget = async () => {
  target = await emptyDatabase({ hasSchema: true });
};

const masterKey = () => getConfig().security.masterKey;
const url = () => getConfig().database.url ?? "";

async function backupBytes(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await writeBackup(url(), masterKey(), output);
  return Buffer.concat(chunks);
}

const restore = (bytes: Buffer, keys: Uint8Array[] = [masterKey()], from = migrations) =>
  restoreBackup(Readable.from([bytes]), { url: target, masterKeys: keys, migrations: from });

const wrong = async () => (await checkShop()).filter(({ ok }) => !ok);

async function sellOne(sku: { id: number; productId: number }): Promise<void> {
  await pay((await anOrder({ sku })).orderId);
}

describe("a backup", () => {
  beforeEach(aTarget);
  afterEach(() => dropDatabase(target));

  it(
    `made ${moments} times at random moments under load restores each time to one moment whose books balance`,
    async () => {
      await aStaff();
      const { product } = await aProduct({ keys: 100 + moments * 60 });
      const gateway = await FakeGateway.start();
      const channelId = await aChannel(gateway.settings());
      const shop = await startApiServer({ worker: true, settings: unlimitedBuying });
      const buyer = new HttpBuyer([shop], gateway, { productId: product.id, channelId, price: "9.90" });
      const backups: { bytes: Buffer; sold: string[] }[] = [];
      const make = async () => {
        for (let n = 0; n < moments; n++) {
          await buyUntil(buyer, buyer.bought.length + 2);
          await sleep(Math.random() * 200);
          const sold = buyer.acknowledged.map(({ orderNo }) => orderNo);
          backups.push({ bytes: await backupBytes(), sold });
        }
      };
      let isOver = false;
      const sell = async () => {
        while (!isOver) await buyUntil(buyer, buyer.bought.length + 1);
      };
      await Promise.all([sell(), make().finally(() => (isOver = true))]);
      await shop.stop();
      await gateway.stop();
      for (const { bytes, sold } of backups) {
        target = await emptyDatabase();
        expect(await restore(bytes)).toMatchObject({ migrated: [] });
        await inDatabase(target, async () => {
          expect(await wrong()).toEqual([]);
          const paid = { orderNo: { in: sold }, paymentStatus: "paid" } as const;
          expect(await db().order.count({ where: paid })).toBe(sold.length);
          if (moments > few)
            console.log(`${sold.length} orders, ${bytes.length >> 10} kB: restored, the books balance`);
        });
      }
      expect(await wrong()).toEqual([]);
      expect(new Set(buyer.bought.map(({ key }) => key)).size).toBe(buyer.bought.length);
    },
    240_000 + moments * 30_000,
  );

  it("goes on where the shop was: numbers, queue and sealed keys", async () => {
    await aStaff();
    const { sku } = await aProduct({ keys: 3 });
    await sellOne(sku);
    const jobs = await db().$queryRaw<
      { n: number }[]
    >`SELECT count(*)::int AS n FROM graphile_worker._private_jobs`;
    expect(jobs[0]?.n).toBeGreaterThan(0);
    target = await emptyDatabase();
    await restore(await backupBytes());
    await inDatabase(target, async () => {
      expect(await db().$queryRaw`SELECT count(*)::int AS n FROM graphile_worker._private_jobs`).toEqual(
        jobs,
      );
      await sellOne(sku);
      expect(await db().order.count()).toBe(2);
      expect(await wrong()).toEqual([]);
    });
  }, 60_000);

  it("is not restored with another key, cut off, changed, or over a shop", async () => {
    await aStaff();
    const { sku } = await aProduct({ keys: 2 });
    const bytes = await backupBytes();
    expect(bytes.includes(keyOf(sku.id, 1))).toBe(false);
    const other = Uint8Array.from(masterKey(), (byte) => byte ^ 1);
    await expect(restore(bytes, [other])).rejects.toThrow(/sealed with another master key/);
    await expect(restore(bytes.subarray(0, bytes.length - 40))).rejects.toThrow(/damaged or was cut off/);
    const changed = Buffer.from(bytes);
    changed[bytes.length - 1] = (changed[bytes.length - 1] ?? 0) ^ 1;
    await expect(restore(changed)).rejects.toThrow(/damaged or was cut off/);
    await inDatabase(target, async () => expect(await db().staff.count()).toBe(0));
    await expect(restore(Buffer.from("hello\n"))).rejects.toThrow(/not a backup of Keyshelf/);

    await restore(bytes, [other, masterKey()]);
    await expect(restore(bytes)).rejects.toThrow(/is not empty/);
  }, 60_000);

  it("is not restored by an older version, and is brought up to date by a newer one", async () => {
    await aStaff();
    const bytes = await backupBytes();
    const older = path.join(folder, "older");
    await cp(migrations, older, { recursive: true });
    const names = (
      await db().$queryRaw<{ name: string }[]>`
      SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1`
    ).map(({ name }) => name);
    await rm(path.join(older, names.at(-1) ?? ""), { recursive: true });
    await expect(restore(bytes, [masterKey()], older)).rejects.toThrow(/made by a newer Keyshelf/);

    const newer = path.join(folder, "newer");
    await cp(migrations, newer, { recursive: true });
    await cp(path.join(migrations, names.at(-1) ?? ""), path.join(newer, "9999_later"), { recursive: true });
    await writeFile(path.join(newer, "9999_later/migration.sql"), "CREATE TABLE later (n int);");
    expect(await restore(bytes, [masterKey()], newer)).toMatchObject({ migrated: ["9999_later"] });
  }, 60_000);

  it("is proven by restoring it beside the shop; one with a fault is not", async () => {
    await aStaff();
    const { sku } = await aProduct({ keys: 3 });
    await sellOne(sku);
    const made = await makeBackup();
    expect((await readFile(path.join(folder, made.name))).length).toBe(made.bytes);
    const proof = await proveBackup();
    expect(proof).toMatchObject({ name: made.name, ok: true });
    expect(await readBackupState()).toMatchObject({
      lastName: made.name,
      checkedName: made.name,
      problem: null,
    });

    await db().$executeRaw`UPDATE sku_stocks SET available = available + 1 WHERE sku_id = ${sku.id}`;
    testClock.advance(2);
    const faulty = await makeBackup();
    expect(await proveBackup(faulty.name)).toMatchObject({ ok: false });
    expect(await readBackupState()).toMatchObject({
      checkedName: made.name,
      problem: { rule: "backup_not_whole", values: { found: expect.stringContaining("stock counters") } },
    });
  }, 120_000);

  it("is restored from the time of the former migrations, and names the commit to start when it is older", async () => {
    const { sku } = await aProduct({ keys: 3 });
    await sellOne(sku);
    const bytes = await inFormerHistory(url(), backupBytes);
    const { migrated } = await restore(bytes);
    expect(migrated).toEqual([]);
    await inDatabase(target, async () => expect(await wrong()).toEqual([]));
    await writeFormerHistory(url(), 40);
    const older = await backupBytes().finally(async () => {
      await writeFormerHistory(url());
      await migrate(url());
    });
    await expect(restore(older)).rejects.toThrow(/Start the commit b74b59db/);
  });

  it("can be kept in an S3-compatible store", async () => {
    const s3 = await aBackupStore({ "backup.keep": "1" });
    await aStaff();
    await makeBackup();
    testClock.advance(1);
    const { name, removed } = await makeBackup();
    expect(removed).toHaveLength(1);
    expect([...s3.objects.keys()].sort()).toEqual([`keyshelf/${name}`, `keyshelf/${name}.files`]);
    await restoreBackup(await backupStore().read(name), {
      url: target,
      masterKeys: [masterKey()],
      migrations,
    });
    await inDatabase(target, async () => expect(await db().staff.count()).toBe(1));
    expect(s3.unsigned).toBe(0);
  }, 60_000);
});

describe("backups", () => {
  it("are due once a night, in the hour of the configuration", async () => {
    overrideConfig({ "backup.nightly": "true", "backup.hour": "3" });
    testClock.set(new Date("2030-05-01T02:59:00Z"));
    expect(await isBackupDue()).toBe(false);
    testClock.advance(60);
    expect(await isBackupDue()).toBe(true);
    await makeBackup();
    testClock.advance(30 * 60);
    expect(await isBackupDue()).toBe(false);
    testClock.advance(24 * 3600);
    expect(await isBackupDue()).toBe(true);
  });

  it.for([
    { size: "a small shop", gigabytes: 1, days: 0.1, isDue: true },
    { size: "a large shop", gigabytes: 3, days: 6, isDue: false },
    { size: "a large shop", gigabytes: 3, days: 7, isDue: true },
    { size: "a large shop that was never proven", gigabytes: 3, days: null, isDue: true },
  ])("are proven by night, for $size and proven $days days ago: $isDue", ({ gigabytes, days, isDue }) => {
    const at = new Date("2030-05-08T03:10:00Z");
    testClock.set(at);
    const checkedAt = days === null ? null : new Date(at.getTime() - days * 86_400_000).toISOString();
    expect(isProofDue({ checkedAt }, gigabytes * 1024 ** 3)).toBe(isDue);
  });

  it("are made before an update, whose migrations are tried on the copy", async () => {
    overrideConfig({ "backup.beforeUpdate": "true" });
    await rehearseUpdate(url());
    expect(await listBackups(backupStore())).toEqual([]);
    await db()
      .$executeRaw`UPDATE _prisma_migrations SET migration_name = '0000_former' WHERE migration_name = '0001_init'`;
    try {
      await expect(rehearseUpdate(url())).rejects.toThrow(
        /tried on a copy of the shop and failed: .*0000_former/,
      );
      expect(await listBackups(backupStore())).toHaveLength(1);
    } finally {
      await db()
        .$executeRaw`UPDATE _prisma_migrations SET migration_name = '0001_init' WHERE migration_name = '0000_former'`;
    }
  }, 60_000);

  it("are kept as often as the configuration says, and missed with an alert after 26 hours", async () => {
    overrideConfig({ "backup.keep": "2" });
    for (let n = 0; n < 3; n++) {
      await makeBackup();
      testClock.advance(1);
    }
    expect(await listBackups(backupStore())).toHaveLength(2);
    const alerts = () => db().alert.count({ where: { kind: "backup.old", resolvedAt: null } });
    await watchBackups(new Date(0));
    expect(await alerts()).toBe(0);
    testClock.advance(27 * 3600);
    await watchBackups(new Date(0));
    expect(await alerts()).toBe(1);
    await makeBackup();
    await watchBackups(new Date(0));
    expect(await alerts()).toBe(0);
  }, 60_000);
});

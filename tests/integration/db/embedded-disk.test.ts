import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/db/embedded/start-embedded";
import { migrate } from "@/lib/db/migrations/migrate";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { mountSmallDisk } from "../../support/fakes/small-disk";
import { directQuery } from "../../support/harness/direct-query";
import { buyUntil, HttpBuyer, unlimitedBuying } from "../../support/harness/http-buyer";
import { isTurnOf } from "../../support/harness/seed";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { testShelf } from "../../support/harness/test-server";
import { onDatabase } from "../../support/harness/two-shops";

const disk = mountSmallDisk(testShelf, 700);
if (!disk)
  console.log("This account may not mount a disk: the tests with a full and a read-only one are skipped.");

const settings = { fsync: "off", max_wal_size: "64MB" };

/** Parts that a copy may lack. */
const parts: [string, string][] = [
  ["the control file", "global/pg_control"],
  ["the write-ahead log", "pg_wal"],
  ["every table", "base"],
  ["the tables of the shop", "base/shop"],
];

describe.skipIf(disk === null)("the embedded database on a disk of its own", { timeout: 240_000 }, () => {
  const { folder = "" } = disk ?? {};
  const dataDir = path.join(folder, "data");
  const cluster = path.join(dataDir, "postgres");
  const filler = path.join(folder, "filler");
  let database: EmbeddedDatabase | undefined;
  let crash: Error | undefined;
  let gateway: FakeGateway;
  let buyer: HttpBuyer;
  let shop: ApiServer | undefined;
  let shopOid: number;
  let offer: ConstructorParameters<typeof HttpBuyer>[2];

  async function open(): Promise<string> {
    crash = undefined;
    database = await startEmbedded({ dataDir, settings, onCrash: (error) => (crash = error) });
    return database.url;
  }

  const refusal = () =>
    startEmbedded({ dataDir, settings }).then(
      () => "it started",
      (error: Error) => `${error.name}: ${error.message}`,
    );

  async function sell(url: string): Promise<void> {
    shop = await startApiServer({ databaseUrl: url, worker: true, settings: unlimitedBuying });
    buyer = new HttpBuyer([shop], gateway, offer);
  }

  async function close(): Promise<void> {
    await shop?.stop();
    await database?.stop();
  }

  /** Every order that the gateway was told `success` for, of all that were ever sold here. */
  const acknowledged: string[] = [];
  async function expectNothingLost(): Promise<void> {
    acknowledged.push(...buyer.acknowledged.splice(0).map(({ orderNo }) => orderNo));
    expect(buyer.lost).toEqual([]);
    const where = { orderNo: { in: acknowledged }, status: "delivered" } as const;
    await expect.poll(() => db().order.count({ where }), { timeout: 60_000 }).toBe(acknowledged.length);
    expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
  }

  const fill = () =>
    pipeline(
      Readable.from(
        (function* () {
          for (;;) yield Buffer.alloc(1 << 20);
        })(),
      ),
      createWriteStream(filler),
    );

  beforeAll(async () => {
    await mkdir(dataDir, { mode: 0o711 });
    // Root's clusters stand in a place of their own unless the folder names none.
    await writeFile(
      path.join(dataDir, "database.json"),
      JSON.stringify({ password: "a-password", directory: null }),
    );
    const url = await open();
    await migrate(url);
    gateway = await FakeGateway.start();
    await onDatabase(url, async () => {
      const [row] = await db().$queryRaw<{ oid: number }[]>`
        SELECT oid FROM pg_database WHERE datname = current_database()`;
      shopOid = row?.oid ?? 0;
      const { product } = await aProduct({ keys: 100 });
      offer = { productId: product.id, channelId: await aChannel(gateway.settings()), price: "9.90" };
    });
    await sell(url);
  }, 240_000);

  afterAll(async () => {
    await close();
    await gateway?.stop();
    disk?.remove();
  }, 60_000);

  it("goes on selling when the kernel kills one of its processes, and loses no acknowledged order", async () => {
    const { url = "" } = database ?? {};
    await onDatabase(url, async () => {
      await buyUntil(buyer, 4);
      const victims = await db().$queryRaw<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE application_name = 'keyshelf' ORDER BY backend_start LIMIT 1`;
      const selling = buyUntil(buyer, 14);
      process.kill(victims[0]?.pid ?? 0, "SIGKILL");
      await selling;
      await expectNothingLost();
    });
    expect(crash).toBeUndefined();
  });

  it("says in one sentence that its disk is full, and has everything when there is room again", async () => {
    const { url = "" } = database ?? {};
    await buyUntil(buyer, buyer.bought.length + 4);
    await expect(fill()).rejects.toThrow(/ENOSPC/);
    // The next segment of its log has no room: a server that cannot write what it promises ends.
    await directQuery(
      url,
      "SELECT pg_logical_emit_message(true, 'full', repeat('x', 100000)) FROM generate_series(1, 400)",
    ).catch(() => undefined);
    await expect.poll(() => crash?.message, { timeout: 60_000 }).toMatch(/^The disk that holds .* is full\./);
    await close();
    expect(await refusal()).toMatch(/^EmbeddedError: The disk that holds .* is full.* nothing is lost\.$/);
    await rm(filler);
    const again = await open();
    await onDatabase(again, expectNothingLost);
    await sell(again);
    await onDatabase(again, async () => {
      await buyUntil(buyer, 3);
      await expectNothingLost();
    });
  });

  it("refuses a folder that cannot be written, and opens it when it can be", async () => {
    await close();
    disk?.setReadOnly(true);
    const said = await refusal();
    disk?.setReadOnly(false);
    expect(said).toMatch(/^EmbeddedError: The database cannot write to .*Make that folder writable/);
    await onDatabase(await open(), expectNothingLost);
    await database?.stop();
  });

  it.each(parts.filter((_, at) => isTurnOf(at, parts.length)))(
    "refuses a copy without %s with one sentence, makes no new one and opens when it is there",
    async (_, part) => {
      const elsewhere = path.join(folder, "not-copied");
      const missing = path.join(cluster, part === "base/shop" ? `base/${shopOid}` : part);
      await rename(missing, elsewhere);
      const said = await refusal();
      await rename(elsewhere, missing);
      expect(said).toMatch(/^EmbeddedError: The database in .* is not whole: .*\. Restore /);
      expect((await readdir(dataDir)).filter((name) => name.includes(".new-"))).toEqual([]);
      await onDatabase(await open(), expectNothingLost);
      await database?.stop();
    },
  );
});

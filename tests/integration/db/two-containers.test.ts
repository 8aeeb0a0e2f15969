import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { db } from "@/lib/db/client";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { migrate } from "@/lib/db/migrations/migrate";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { checkShop } from "@/lib/operations/checks/check-shop";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { buyUntil, HttpBuyer, unlimitedBuying } from "../../support/harness/http-buyer";
import { canMakeContainers, endOf, inContainer } from "../../support/harness/other-container";
import { programOf } from "../../support/harness/programs";
import { isTurnOf } from "../../support/harness/seed";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";
import { onDatabase } from "../../support/harness/two-shops";

/** Beside a shop that sells; each reads or adds, and none needs an argument of this shop. */
const commands = [
  ["doctor"],
  ["backup"],
  ["list-staff"],
  ["check-shop"],
  ["list-backups"],
  ["create-owner", "boss@example.com"],
  ["reset-password", "boss@example.com"],
  ["verify-audit"],
  ["check-ledger"],
  ["prove-backup"],
];

/** They need what one before them made. */
const later = ["reset-password", "prove-backup"];
/** The short run takes one of the others in turn. */
const chosen = isLong
  ? commands
  : commands.filter(([name = ""]) => !later.includes(name)).filter((_, at) => isTurnOf(at, 8));

if (!canMakeContainers)
  console.log("This account may not make namespaces: the tests with two containers are skipped.");

describe.skipIf(!canMakeContainers)("two containers on one data folder", { timeout: 600_000 }, () => {
  let box: string;
  let dataDir: string;
  let gateway: FakeGateway;
  let buyer: HttpBuyer;
  let owner: ReturnType<typeof inContainer>;
  let url: string;
  let shop: ApiServer;

  const owners = (hasOwnNetwork: boolean) =>
    inContainer([programOf("embedded-owner"), dataDir], { hasOwnNetwork });

  /** The database in a container of its own; the test reaches it on the network. */
  async function openDatabase(): Promise<void> {
    owner = owners(false);
    const [line] = await once(createInterface({ input: owner.stdout }), "line");
    const said = JSON.parse(String(line)) as { url: string; error?: string };
    expect(said.error).toBeUndefined();
    url = said.url;
  }

  const startedAt = async () => {
    const [row] = await db().$queryRaw<{ at: Date }[]>`SELECT pg_postmaster_start_time() AS at`;
    return row?.at;
  };

  async function expectNothingLost(): Promise<void> {
    expect(buyer.lost).toEqual([]);
    const orderNo = { in: buyer.acknowledged.map((order) => order.orderNo) };
    await expect
      .poll(() => db().order.count({ where: { orderNo, status: "delivered" } }), { timeout: 60_000 })
      .toBe(buyer.acknowledged.length);
    expect((await checkShop()).filter(({ ok }) => !ok)).toEqual([]);
  }

  beforeAll(async () => {
    box = await mkdtemp(path.join(os.tmpdir(), "keyshelf-containers-"));
    // Deeper than the name of a socket may be long.
    dataDir = path.join(box, "a-folder-".repeat(15), "data");
    await mkdir(dataDir, { recursive: true });
    const { masterKey, jwtSecret } = getConfig().security;
    const key = Buffer.from(masterKey).toString("hex");
    await writeFile(
      path.join(dataDir, "secrets.yaml"),
      `master_key: "${key}"\njwt_secret: "${jwtSecret}"\n`,
      {
        mode: 0o600,
      },
    );
    await openDatabase();
    await migrate(url);
    gateway = await FakeGateway.start();
    const offer = await onDatabase(url, async () => {
      await checkKeys();
      const { product } = await aProduct({ keys: 2_000 });
      return { productId: product.id, channelId: await aChannel(gateway.settings()), price: "9.90" };
    });
    shop = await startApiServer({ databaseUrl: url, worker: true, settings: unlimitedBuying });
    buyer = new HttpBuyer([shop], gateway, offer);
  }, 240_000);

  afterAll(async () => {
    await shop?.stop();
    owner?.kill("SIGKILL");
    await gateway?.stop();
    await discardDataFolder(dataDir);
    await rm(box, { recursive: true, force: true });
  }, 60_000);

  it("refuses a second start, and runs commands beside the shop that sells, without losing an order [C73]", async () => {
    await onDatabase(url, async () => {
      const before = await startedAt();
      for (const command of chosen) {
        const second = endOf(owners(true));
        const beside = endOf(
          inContainer(["scripts/shop.mjs", "--json", ...command], {
            environment: { KEYSHELF_DATA_DIR: dataDir },
          }),
        );
        let isOver = false;
        const over = Promise.all([second, beside]).finally(() => {
          isOver = true;
        });
        const selling = (async () => {
          while (!isOver) await buyUntil(buyer, buyer.bought.length + 2);
        })();
        const [refused, done] = await over;
        await selling;
        expect(JSON.parse(refused.stdout)).toEqual({
          error: expect.stringMatching(
            /^Another Keyshelf \(process 1 on .*\) already runs on the data folder/,
          ),
        });
        expect([command, done.stderr, done.stdout]).toEqual([command, "", expect.stringMatching(/^[{[]/)]);
        expect(await startedAt()).toEqual(before);
      }
      console.log(`${chosen.length} rounds: ${buyer.acknowledged.length} orders acknowledged`);
      await expectNothingLost();
    });
  });

  it("is free at once when its container is killed, and has every order [C73]", async () => {
    const selling = buyUntil(buyer, buyer.bought.length + 2);
    await selling;
    const gone = once(owner, "exit");
    owner.kill("SIGKILL");
    await gone;
    await shop.stop();
    await openDatabase();
    await onDatabase(url, expectNothingLost);
  });
});

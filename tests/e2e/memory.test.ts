import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { variableOf } from "@/lib/config/load-config";
import { disconnect } from "@/lib/db/client";
import { memoryOf } from "@/tools/bench/memory";
import { aChannel } from "../support/builders/payments";
import { aProduct } from "../support/builders/products";
import { FakeGateway } from "../support/fakes/fake-gateway";
import { databaseOf, untilOpen } from "../support/harness/archive-shop";
import { HttpBuyer, unlimitedBuying } from "../support/harness/http-buyer";
import { aFolder, removeFolders, unpacked } from "../support/harness/made-release";
import { boundMemory, canBoundMemory, type MemoryGroup } from "../support/harness/memory-group";
import { freePort } from "../support/harness/start-api-server";
import { applyTestConfig } from "../support/harness/test-config";
import { isLong } from "../support/harness/tier";
import { onDatabase } from "../support/harness/two-shops";

const run = promisify(execFile);
const nobody = 65_534;
/** Orders, ten a second; ten minutes of them by hand: `KEYSHELF_TEST_SALES=6000`. */
const sales = Number(process.env.KEYSHELF_TEST_SALES ?? 600);
const betweenOrdersMs = 100;
const mostAtOnce = 10;
const imported = 100_000;
/** Shared pages counted once. */
const idleMegabytes = 220;

if (isLong && !canBoundMemory)
  console.log("This account may make no memory group: the bound of 512 MB is not tried.");

describe.runIf(isLong && canBoundMemory)(
  "a shop with 512 MB, one core and no swap",
  { timeout: 1_800_000 },
  () => {
    let group: MemoryGroup;
    let release: string;
    let home: string;
    let shop: ChildProcessByStdio<null, Readable, Readable>;
    let gateway: FakeGateway;
    let url: string;
    let offer: { productId: number; channelId: number; price: string };
    let skuId: number;
    let environment: NodeJS.ProcessEnv;

    const inShop = (...words: string[]) => group.inside([path.join(release, "bin/keyshelf"), ...words]);
    const command = async (...words: string[]) => {
      const options = { cwd: home, env: environment, maxBuffer: 64 * 1024 ** 2 };
      const { stdout } = await run("sh", inShop("--json", ...words), options);
      return JSON.parse(stdout) as unknown;
    };

    beforeAll(async () => {
      const box = await aFolder("memory");
      chmodSync(box, 0o755);
      release = await unpacked(box);
      home = path.join(box, "shop");
      const data = path.join(home, "keyshelf-data");
      mkdirSync(data, { recursive: true });
      applyTestConfig({ "database.url": inject("testRun").templateUrl, dataDir: path.join(box, "test") });
      const { masterKey, jwtSecret } = getConfig().security;
      const secrets = path.join(data, "secrets.yaml");
      const hex = Buffer.from(masterKey).toString("hex");
      writeFileSync(secrets, `master_key: "${hex}"\njwt_secret: "${jwtSecret}"\n`, { mode: 0o600 });
      for (const place of [home, data, secrets]) chownSync(place, nobody, nobody);

      const port = await freePort();
      url = `http://localhost:${port}`;
      const settings = {
        ...unlimitedBuying,
        "server.port": String(port),
        "payments.allowPrivateNetworks": "true",
      };
      environment = {
        NODE_ENV: "production",
        PATH: process.env.PATH,
        ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [variableOf(key), value])),
      };
      group = boundMemory(512, nobody);
      shop = spawn("sh", inShop("start"), { cwd: home, env: environment, stdio: ["ignore", "pipe", "pipe"] });
      await untilOpen(shop);
      gateway = await FakeGateway.start();
      await onDatabase(databaseOf(data), async () => {
        const { product, sku } = await aProduct({ keys: 20_000 });
        skuId = sku.id;
        offer = { productId: product.id, channelId: await aChannel(gateway.settings()), price: "9.90" };
      });
    }, 1_800_000);

    afterAll(async () => {
      await gateway?.stop();
      if (shop?.exitCode === null) {
        shop.kill("SIGTERM");
        await once(shop, "exit");
      }
      group?.remove();
      await disconnect();
      await removeFolders();
    }, 120_000);

    it("sells, proves a backup and takes 100,000 keys meanwhile, gives memory back after it, and the kernel kills none of its processes [C147, C170]", async () => {
      const keys = path.join(home, "keys.txt");
      writeFileSync(
        keys,
        Array.from({ length: imported }, (_, at) => `SMALL-${String(at).padStart(8, "0")}\n`).join(""),
      );
      const buyer = new HttpBuyer([{ url }], gateway, offer);
      const orders: Promise<void>[] = [];
      let underWay = 0;
      const begun = new Promise<void>((resolve) => {
        const seller = setInterval(() => {
          // A machine that is busy with other things sells fewer a second.
          if (underWay >= mostAtOnce) return;
          underWay += 1;
          const order = buyer.buy().finally(() => {
            underWay -= 1;
          });
          order.catch(() => undefined);
          orders.push(order);
          if (buyer.bought.length < sales) return;
          clearInterval(seller);
          resolve();
        }, betweenOrdersMs);
      });
      expect(await command("backup", "--prove")).toMatchObject({ problems: [], proof: { ok: true } });
      expect(await command("import-keys", keys, "--sku", String(skuId))).toMatchObject({ imported });
      await begun;
      await Promise.all(orders);
      expect(buyer.lost).toEqual([]);
      expect(buyer.bought.length).toBe(buyer.acknowledged.length);
      expect(group.killed()).toBe(0);
      expect(shop.exitCode).toBeNull();
      const { findings } = (await command("check-shop")) as { findings: { ok: boolean }[] };
      expect(findings.filter(({ ok }) => !ok)).toEqual([]);
      const memory = () => memoryOf([shop.pid ?? 0])?.pss ?? 0;
      console.log(
        `${buyer.bought.length} orders sold; ${memory().toFixed(0)} MB after it, at most ${group.peakMegabytes().toFixed(0)} MB with files of the system`,
      );
      // Connections close, and the collector comes, when nobody does.
      await expect.poll(memory, { timeout: 180_000, interval: 5_000 }).toBeLessThanOrEqual(idleMegabytes);
      console.log(`${memory().toFixed(0)} MB when nobody came for a while`);
    });
  },
);

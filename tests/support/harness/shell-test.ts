import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { getConfig } from "@/lib/config/config";
import { db } from "@/lib/db/client";
import { discardDataFolder } from "@/lib/db/embedded/discard";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { anOrder, pay } from "../builders/orders";
import { aProduct } from "../builders/products";
import { beginCommand } from "./shop-command";
import { overrideConfig, testSettings } from "./test-config";
import { aStartedFolder, fast } from "./test-server";
import { onDatabase } from "./two-shops";

/** Works on the database of a data folder while no command does. */
async function inShop<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  overrideConfig({ dataDir });
  const database = await startEmbedded({ dataDir, settings: fast });
  return onDatabase(database.url, work).finally(database.stop);
}

interface StoppedShop {
  dataDir: string;
  cluster: string;
  skuId: number;
}

/** A shop that has sold one key; it is not running. */
async function makeShop(dataDir: string, keys: number): Promise<StoppedShop> {
  await mkdir(dataDir, { recursive: true });
  await aStartedFolder(dataDir);
  const { masterKey, jwtSecret } = getConfig().security;
  const key = Buffer.from(masterKey).toString("hex");
  await writeFile(path.join(dataDir, "secrets.yaml"), `master_key: "${key}"\njwt_secret: "${jwtSecret}"\n`, {
    mode: 0o600,
  });
  const database = await startEmbedded({ dataDir, settings: fast });
  try {
    const skuId = await onDatabase(database.url, async () => {
      await checkKeys();
      const { sku } = await aProduct({ keys });
      await pay((await anOrder({ sku })).orderId);
      expect(await db().secret.count({ where: { status: "sold" } })).toBe(1);
      return sku.id;
    });
    return { dataDir, cluster: database.cluster, skuId };
  } finally {
    await database.stop();
  }
}

/** A data folder, or all that is configured. */
type Where = string | Record<string, string>;

function shellIn(box: string, dataDirs: string[]) {
  const begin = (where: Where, ...args: string[]) =>
    beginCommand(box, typeof where === "string" ? { KEYSHELF_DATA_DIR: where } : where, args);
  const shop = (where: Where, ...args: string[]) => begin(where, ...args).ended;
  return {
    /** The working directory of the commands. */
    box,
    begin,
    shop,
    inShop,
    /** The shop of the test itself, on its own database: nothing has to start for it. */
    ownShop: testSettings(),
    aShop({ keys = 3 } = {}): Promise<StoppedShop> {
      const dataDir = path.join(box, "data");
      dataDirs.push(dataDir);
      return makeShop(dataDir, keys);
    },
    async json<T>(where: Where, ...args: string[]): Promise<T> {
      const { code, stdout, stderr } = await shop(where, "--json", ...args);
      expect(stderr).toBe("");
      expect(code, stdout).toBe(0);
      return JSON.parse(stdout) as T;
    },
    /** Its database goes at the end of the test. */
    discard: (dataDir: string) => dataDirs.push(dataDir),
  };
}

/** `it` for commands of the shell in a folder of their own. */
export const it = test.extend("shell", async ({}, { onCleanup }) => {
  const box = await mkdtemp(path.join(os.tmpdir(), "keyshelf-shell-"));
  const dataDirs: string[] = [];
  onCleanup(async () => {
    for (const folder of dataDirs) await discardDataFolder(folder);
    await rm(box, { recursive: true, force: true });
  });
  return shellIn(box, dataDirs);
});

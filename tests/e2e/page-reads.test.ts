import { readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db, disconnect } from "@/lib/db/client";
import { growPast } from "../support/builders/grown-past";
import { aConnection, aSite } from "../support/builders/sites";
import { type BuiltShop, startBuiltShop } from "../support/harness/built-shop";
import { addressIn, crawledPages, type Places, placeNames } from "../support/harness/crawl/pages";
import { programOf } from "../support/harness/programs";
import { grownReads, type Reads, readsOf } from "../support/harness/rows-read";
import { isTurnOf } from "../support/harness/seed";
import { StaffClient } from "../support/harness/staff-client";
import { readStatements } from "../support/harness/statement-file";
import { applyTestConfig } from "../support/harness/test-config";
import { isLong } from "../support/harness/tier";

/** The shop after some weeks, and ten times as much. */
const few = 300;
const many = 3000;

/** The short run measures every fourth page, in turn. */
const share = 4;

/** Pages that show the sums of a period, and cost what it holds. */
const readsAll = ["/admin", "/admin/reports", "/admin/profit", "/admin/reconciliation?site_id=1"];

const file = path.join(os.tmpdir(), `keyshelf-statements-${process.pid}`);
let shop: BuiltShop;
let staff: StaffClient;
let client: pg.Client;

beforeAll(async () => {
  const recorder = { NODE_OPTIONS: `--import ${programOf("statement-recorder")}`, STATEMENTS_FILE: file };
  // Jobs would be among the statements of a page.
  shop = await startBuiltShop("page_reads", { worker: "separate" }, { variables: recorder });
  applyTestConfig({ "database.url": shop.databaseUrl, dataDir: shop.dataDir });
  client = new pg.Client({ connectionString: shop.databaseUrl });
  [staff] = await Promise.all([StaffClient.enter(shop), client.connect(), aSite(), aSite()]);
  await aConnection({ baseUrl: "https://main.example", key: "main-site-of-reads", secret: "s".repeat(40) });
});

afterAll(async () => {
  await client?.end();
  await disconnect();
  await shop?.stop();
  rmSync(file, { force: true });
});

async function placesNow(): Promise<Places> {
  const { orderNo } = await db().order.findFirstOrThrow({
    orderBy: { id: "desc" },
    select: { orderNo: true },
  });
  const isOption = (name: string) => name.endsWith("Option");
  return Object.fromEntries(placeNames.map((name) => [name, isOption(name) ? 1 : orderNo])) as Places;
}

/** Counts the rows that each page of the admin reads, for the owner. */
async function measure(): Promise<{ reads: Map<string, Reads>; statuses: Map<string, number> }> {
  const places = await placesNow();
  const pages = crawledPages
    .filter(({ address }) => address.startsWith("/admin") && !readsAll.includes(address))
    .filter((_, at) => isTurnOf(at, share));
  const reads = new Map<string, Reads>();
  const statuses = new Map<string, number>();
  for (const page of pages) {
    writeFileSync(file, "");
    const answer = await staff.page(addressIn(page, places), "en");
    statuses.set(page.address, answer?.status ?? 303);
    reads.set(page.address, await readsOf(client, readStatements(readFileSync(file, "utf8"))));
  }
  return { reads, statuses };
}

it("reads as many rows for each page of the admin as in a shop with a tenth of them [C85]", async () => {
  const sku = await db().sku.findFirstOrThrow({ where: { source: "local" }, orderBy: { id: "asc" } });
  const channel = await db().paymentChannel.findFirstOrThrow({ orderBy: { id: "asc" } });
  const past = { sku, channelId: channel.id };
  await growPast(client, past, 0, few);
  const before = await measure();
  const drawn = [...before.statuses.values()].filter((status) => status === 200);
  expect(drawn.length, JSON.stringify([...before.statuses])).toBeGreaterThan(isLong ? 60 : 15);
  expect([...before.reads.values()].filter((reads) => reads.has("orders")).length).toBeGreaterThan(0);
  await growPast(client, past, few, many);
  expect(grownReads(before.reads, (await measure()).reads)).toEqual([]);
}, 300_000);

import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { apiOperations } from "@/app/api/v1/operations";
import { getConfig } from "@/lib/config/config";
import { db } from "@/lib/db/client";
import { growPast } from "../../support/builders/grown-past";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { aConnection } from "../../support/builders/sites";
import { staffOfTest } from "../../support/harness/admin-suite";
import { grownReads, type Reads, readsOf } from "../../support/harness/rows-read";
import { recordStatements } from "../../support/harness/statements";

/** The shop after some weeks, and ten times as much. */
const few = 300;
const many = 3000;

/** Reads of a whole period or a whole table, which cost what they hold: sums, exports, the check of a chain. */
const readsAll = /\/(reports|export|check)\b|\/find$/;

const staff = staffOfTest("owner");
let client: pg.Client;
let sku: { id: number; productId: number };
let channelId: number;

/** Every read of the admin's API that an address alone asks for; what is named in it is there. */
async function measure(): Promise<Map<string, Reads>> {
  const order = await db().order.findFirstOrThrow({ orderBy: { id: "desc" }, select: { orderNo: true } });
  const found = new Map<string, Reads>();
  for (const { path, method, handler } of await apiOperations()) {
    if (method !== "GET" || !path.startsWith("admin/") || readsAll.test(path)) continue;
    const names = [...path.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
    const params = Object.fromEntries(names.map((name) => [name, name === "order_no" ? order.orderNo : "1"]));
    const statements = await recordStatements(() =>
      staff.call(handler, "GET", { params, path: `/api/v1/${path}` }),
    );
    found.set(path, await readsOf(client, statements));
  }
  return found;
}

describe("the admin of a shop that grows", () => {
  beforeEach(async () => {
    client = new pg.Client({ connectionString: getConfig().database.url ?? "" });
    await client.connect();
    const made = await aProduct({ keys: 3 });
    sku = { id: made.sku.id, productId: made.product.id };
    channelId = await aChannel({});
    await aConnection({
      key: "agent_key_0001",
      secret: "the-shared-secret",
      baseUrl: "https://main.example",
    });
    return () => client.end();
  });

  it("reads as many rows for each list and each row of it as with a tenth of them [C85]", async () => {
    await growPast(client, { sku, channelId }, 0, few);
    const before = await measure();
    expect(before.size).toBeGreaterThan(60);
    expect(before.get("admin/interconnect/purchases")?.has("purchases")).toBe(true);
    await growPast(client, { sku, channelId }, few, many);
    expect(grownReads(before, await measure())).toEqual([]);
  }, 240_000);
});

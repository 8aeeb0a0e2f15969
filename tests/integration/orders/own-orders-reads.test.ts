import pg from "pg";
import { expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { db } from "@/lib/db/client";
import { listOwnOrders } from "@/lib/orders/queries";
import { growPast } from "../../support/builders/grown-past";
import { anOrder, pay } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aProduct, aUser } from "../../support/builders/products";
import { aConnection } from "../../support/builders/sites";
import { grownReads, readsOf } from "../../support/harness/rows-read";
import { recordStatements } from "../../support/harness/statements";

const own = 12;
const others = 3000;

it("a buyer's list and search read their own orders alone, however many the shop has of others [C85]", async () => {
  const client = new pg.Client({ connectionString: getConfig().database.url ?? "" });
  await client.connect();
  try {
    const { sku, product } = await aProduct({ keys: own + 3, product: { title: "Paper Glide" } });
    const channelId = await aChannel({});
    await aConnection({
      key: "agent_key_0001",
      secret: "the-shared-secret",
      baseUrl: "https://main.example",
    });
    const { id: userId } = await aUser();
    for (let n = 0; n < own; n++) await pay((await anOrder({ sku, userId })).orderId);
    const actor = { kind: "user" as const, userId, sessionId: "00000000-0000-4000-8000-000000000000" };
    const page = { page: 1, per_page: 20 };
    const asked = {
      list: {},
      search: { search: "paper glide" },
      "search without a hit": { search: "nothing of the kind" },
      "search of a status": { search: "glide", status: "delivered" as const, lang: "zh" as const },
    };
    const measure = async () => {
      const found = new Map<string, Awaited<ReturnType<typeof readsOf>>>();
      for (const [name, filter] of Object.entries(asked)) {
        const statements = await recordStatements(() => listOwnOrders(actor, { ...page, ...filter }));
        found.set(name, await readsOf(client, statements));
      }
      return found;
    };
    await growPast(client, { sku: { id: sku.id, productId: product.id }, channelId }, 0, 300);
    await db().$executeRaw`ANALYZE orders, order_items`;
    const before = await measure();
    expect(before.get("search")?.get("orders")?.rows).toBeGreaterThanOrEqual(own);
    await growPast(client, { sku: { id: sku.id, productId: product.id }, channelId }, 300, others);
    await db().$executeRaw`ANALYZE orders, order_items`;
    const after = await measure();
    expect(grownReads(before, after)).toEqual([]);
    for (const reads of after.values())
      for (const [table, { rows }] of reads) expect([table, rows <= 10 * own]).toEqual([table, true]);
  } finally {
    await client.end();
  }
}, 120_000);

import { afterAll, beforeAll, describe, expect } from "vitest";
import * as accountOrders from "@/app/api/v1/upstream/account/orders/route";
import * as pairing from "@/app/api/v1/upstream/account/pair/route";
import * as account from "@/app/api/v1/upstream/account/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { tellTestOrder } from "@/lib/interconnect/main/test-key/tell-test-order";
import { addTestKey } from "@/lib/interconnect/main/test-key/test-keys";
import type { JobPayloads } from "@/lib/jobs/kinds";
import { jobsOf } from "../../support/builders/accounts";
import { aProduct } from "../../support/builders/products";
import { aSite, callSigned } from "../../support/builders/sites";
import { startFakeReceiver } from "../../support/fakes/fake-receiver";
import { aPaidBody, codeOf, mainSite } from "../../support/fakes/main-site";
import { it } from "../../support/harness/callback-shop-test";
import { credentialArguments, failures, runConformance } from "../../support/harness/conformance";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

/** Tables that a call with a test key may write: its own, and proofs and traces of calls. */
const ofTests = new Set(["site_test_keys", "site_test_orders", "nonces", "rate_limits", "request_logs"]);

/** Every row of every other table of the shop. */
async function everythingElse(): Promise<Record<string, unknown[]>> {
  const tables = await db().$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' ORDER BY 1`;
  const rows: Record<string, unknown[]> = {};
  for (const { name } of tables.filter((table) => !ofTests.has(table.name)))
    rows[name] = await db().$queryRawUnsafe(`SELECT md5(t::text) AS row FROM "${name}" t ORDER BY 1`);
  return rows;
}

/** Runs the job of the newest test order, as the worker does. */
async function runNewestJob(): Promise<void> {
  const job = ((await jobsOf("site.test_order")) as JobPayloads["site.test_order"][]).at(-1);
  if (job) await tellTestOrder(job);
}

/** Lets everything that counts as a change of a product lie an hour back: the conformance command asks for the last second. */
async function ageCatalogue(): Promise<void> {
  const at = new Date(Date.now() - 3_600_000);
  await db().category.updateMany({ data: { updatedAt: at } });
  await db().product.updateMany({ data: { updatedAt: at } });
  await db().sku.updateMany({ data: { updatedAt: at } });
  await db().memberLevel.updateMany({ data: { updatedAt: at } });
  await db().site.updateMany({ data: { pricesChangedAt: at } });
  await db().skuStock.updateMany({ data: { changedAt: at } });
}

const testKeyOf = (siteId: number) => inTransaction((tx) => addTestKey(tx, siteId));

describe("a test key", () => {
  it("orders, pays, gets marked goods and a callback, and leaves every other table as it is [C137]", async ({
    agent,
    sku,
  }) => {
    const byHand = await aProduct({ kind: "none" });
    const credentials = await testKeyOf(agent.site.id);
    const tests = await startFakeReceiver(credentials.secret);
    await db().siteTestKey.update({
      where: { siteId: agent.site.id },
      data: { callbackUrl: tests.callbackUrl },
    });
    const before = await everythingElse();
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        "orders",
        "secrets",
        "sku_stocks",
        "ledger_entries",
        "site_orders",
        "callbacks",
      ]),
    );
    const main = mainSite(credentials);
    const offered = (await main.products()).data.products;
    expect(offered).toEqual((await mainSite(agent).products()).data.products);
    for (const [productId, quantity] of [
      [sku.productId, 2],
      [byHand.product.id, 1],
    ] as const) {
      const body = { product_id: productId, quantity, downstream_order_no: `A-${productId}` };
      const { data: placed } = await main.create(body);
      expect(placed.upstream_order_no).toMatch(/^TEST-K/);
      expect((await main.create(body)).data).toEqual(placed);
      expect((await main.get(placed.upstream_order_no)).data.status).toBe("pending_payment");
      const { data: paid } = await main.pay(placed.upstream_order_no, aPaidBody(placed.amount));
      const goods = Array.from(
        { length: quantity },
        (_, index) => `${placed.upstream_order_no}-${index + 1}`,
      );
      const isByHand = productId === byHand.product.id;
      expect(paid.fulfillment).toEqual(
        isByHand ? { status: "processing" } : { status: "ready", payload: goods.join("\n"), secrets: goods },
      );
      await runNewestJob();
      const { data: read } = await main.get(placed.upstream_order_no);
      expect([read.status, read.fulfillment.payload]).toEqual(["delivered", goods.join("\n")]);
      const told = tests.calls.at(-1);
      expect(told?.isSignatureValid).toBe(true);
      expect(told?.headers.get("x-site-key")).toBe(credentials.key);
      expect(JSON.parse(told?.body ?? "")).toMatchObject({
        event: "order.fulfilled",
        upstream_order_no: placed.upstream_order_no,
        downstream_order_no: body.downstream_order_no,
        event_id: told?.headers.get("x-site-event-id"),
        fulfillment: { status: "ready", payload: goods.join("\n") },
      });
    }
    expect(tests.calls).toHaveLength(2);
    await tests.stop();
    expect(await everythingElse()).toEqual(before);
  });

  it("keeps what a person prepares waiting, so that asking and the same payment again can be tried [C137]", async ({
    agent,
  }) => {
    const { sku } = await aProduct({ kind: "none" });
    const main = mainSite(await testKeyOf(agent.site.id));
    const body = { product_id: sku.productId, quantity: 1, downstream_order_no: "A-1" };
    const { data: placed } = await main.create(body);
    const paid = aPaidBody(placed.amount);
    const begun = Date.now();
    const first = await main.pay(placed.upstream_order_no, paid);
    const [job] = await db().$queryRaw<{ runAt: Date }[]>`
      SELECT run_at AS "runAt" FROM graphile_worker.jobs WHERE task_identifier = 'site.test_order'
      ORDER BY id DESC LIMIT 1`;
    expect(job?.runAt.getTime()).toBeGreaterThan(begun + 10_000);
    const again = await main.pay(placed.upstream_order_no, paid);
    expect([again.status, again.data]).toEqual([200, first.data]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await main.get(placed.upstream_order_no)).data.fulfillment).toEqual({ status: "processing" });
    const other = main.pay(placed.upstream_order_no, { ...paid, downstream_payment_id: "ANOTHER" });
    expect(codeOf(await other)).toEqual([409, 4090]);
    await runNewestJob();
    expect((await main.get(placed.upstream_order_no)).data.fulfillment.status).toBe("ready");
  });

  it("opens nothing of the agent's own key, and the own key nothing of its orders [C137]", async ({
    agent,
    receiver,
    sku,
  }) => {
    const credentials = await testKeyOf(agent.site.id);
    const other = await testKeyOf((await aSite()).site.id);
    const order = { product_id: sku.productId, quantity: 1, downstream_order_no: "A-1" };
    const { data: live } = await mainSite(agent).create(order);
    const { data: test } = await mainSite(credentials).create(order);
    expect(codeOf(await mainSite(credentials).get(live.upstream_order_no))).toEqual([404, 4004]);
    const pay = mainSite(credentials).pay(live.upstream_order_no, aPaidBody(live.amount));
    expect(codeOf(await pay)).toEqual([404, 4004]);
    for (const stranger of [agent, other])
      expect(codeOf(await mainSite(stranger).get(test.upstream_order_no))).toEqual([404, 4004]);
    expect(receiver.calls).toEqual([]);
  });

  it("is refused what a real order would be refused [C137]", async ({ agent, sku }) => {
    const main = mainSite(await testKeyOf(agent.site.id));
    const order = (more: object) => ({
      product_id: sku.productId,
      quantity: 1,
      downstream_order_no: "A-1",
      ...more,
    });
    expect(codeOf(await main.create(order({ quantity: 6 })))).toEqual([409, 4099]);
    expect(codeOf(await main.create(order({ product_id: 999_999 })))).toEqual([404, 4004]);
    const { data: placed } = await main.create(order({}));
    expect(codeOf(await main.create(order({ quantity: 2 })))).toEqual([409, 4090]);
    const no = placed.upstream_order_no;
    expect(codeOf(await main.pay(no, aPaidBody("0.01")))).toEqual([400, 4001]);
    const paid = aPaidBody(placed.amount, "PAY-TEST-1");
    expect((await main.pay(no, paid)).status).toBe(200);
    expect(codeOf(await main.pay(no, paid))).toEqual([409, 4090]);
    const { data: second } = await main.create(order({ downstream_order_no: "A-2" }));
    expect(codeOf(await main.pay(second.upstream_order_no, paid))).toEqual([409, 4090]);
  });

  it("shares standing and addresses of its site, and ends when another one is made", async ({ agent }) => {
    const first = await testKeyOf(agent.site.id);
    const { data } = await callSigned<Record<string, unknown>>(first, account.GET, "GET");
    expect(data).toMatchObject({ test: true, key: first.key, deposit: "0.00", statements: [] });
    const period = "?from=2020-01-01T00:00:00Z&to=2030-01-01T00:00:00Z";
    const orders = await callSigned<Record<string, unknown>>(first, accountOrders.GET, "GET", {
      path: `/api/v1/upstream/account/orders${period}`,
    });
    expect(orders.data).toMatchObject({ orders: [], total: 0 });
    const claim = { body: { callback_url: "https://agent.example/callback" } };
    expect(codeOf(await callSigned(first, pairing.POST, "POST", claim))).toEqual([409, 4090]);
    const second = await testKeyOf(agent.site.id);
    expect(codeOf(await mainSite(first).products())).toEqual([403, 4003]);
    expect((await mainSite(second).products()).status).toBe(200);
    await db().site.update({ where: { id: agent.site.id }, data: { status: "disabled" } });
    expect(codeOf(await mainSite(second).products())).toEqual([403, 4003]);
    const causes = await db().requestLog.findMany({
      where: { siteId: agent.site.id },
      orderBy: { id: "asc" },
    });
    expect(causes.map(({ cause }) => cause)).toEqual([null, null, null, null, "disabled"]);
  });

  it("makes one order of one number, and pays it once, when many calls come at once", async ({
    agent,
    sku,
  }) => {
    const main = mainSite(await testKeyOf(agent.site.id));
    const order = { product_id: sku.productId, quantity: 1, downstream_order_no: "A-1" };
    const placed = await Promise.all(Array.from({ length: 5 }, () => main.create(order)));
    expect(new Set(placed.map(({ data }) => data.upstream_order_no)).size).toBe(1);
    const [{ data }] = placed as [(typeof placed)[0]];
    const paid = await Promise.all(
      Array.from({ length: 5 }, (_, n) => main.pay(data.upstream_order_no, aPaidBody(data.amount, `P-${n}`))),
    );
    expect(paid.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe("a test key and the conformance command", () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer();
  });
  afterAll(() => server.stop());

  it("find nothing to say about each other, and sell nothing [C137]", async ({ agent, sku }) => {
    const credentials = await testKeyOf(agent.site.id);
    await ageCatalogue();
    const args = [
      "--base-url",
      server.url,
      ...credentialArguments(credentials),
      "--buy",
      "--nonce-wait",
      "0",
    ];
    const { text } = await runConformance(...args, "--product", String(sku.productId));
    // The command knows a test key by the account, and does not judge its stock.
    expect(text).toContain("its orders take no stock");
    expect(failures(text)).toEqual([]);
    expect(await db().order.count()).toBe(0);
    expect(await db().secret.count({ where: { status: "available" } })).toBe(5);
  });
});

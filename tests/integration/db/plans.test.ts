import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { saleOrders } from "@/lib/catalogue/schema";
import { enqueueQueries } from "@/lib/checkout/receive/reconcile-payments";
import { getConfig } from "@/lib/config/config";
import { db } from "@/lib/db/client";
import { purgeExpired } from "@/lib/db/purge-expired";
import { inTransaction } from "@/lib/db/transaction";
import { listPurchases } from "@/lib/interconnect/agent/admin/queries";
import { sweepPurchases } from "@/lib/interconnect/agent/purchases/start";
import { sweepDeposits } from "@/lib/interconnect/main/release-held-orders";
import { sweepCallbacks } from "@/lib/interconnect/main/send-callback";
import { tryOldestCallback } from "@/lib/interconnect/main/wake-callbacks";
import { listLicenses } from "@/lib/licenses/admin-queries";
import { listOrderLicenses, validateLicense } from "@/lib/licenses/queries";
import { listMails } from "@/lib/notifications/admin-queries";
import { failLostMails } from "@/lib/notifications/mails/fail-lost-mails";
import { publishSome } from "@/lib/operations/events/publish-events";
import { SalesJournal } from "@/lib/operations/journal/write-journal";
import { readShopFigures } from "@/lib/operations/sql/shop-figures";
import { sweepOrders } from "@/lib/orders/close-order";
import { endAccesses } from "@/lib/orders/deliver/end-accesses";
import { remindOfEnds } from "@/lib/orders/deliver/remind-of-ends";
import { listRequests } from "@/lib/orders/delivery-requests/admin-requests";
import { listServerRequests } from "@/lib/orders/delivery-requests/list-server-requests";
import { listOwnOrders } from "@/lib/orders/queries";
import { readStandings } from "@/lib/orders/sql/standings";
import { getAdminOrder, listOrders } from "@/lib/orders/staff/admin-queries";
import { listPaymentEvents, listPayments } from "@/lib/payments/admin-queries";
import { listQueuedRefunds } from "@/lib/payments/refunds/refund-queue";
import { getSalesReport } from "@/lib/reports/admin-queries";
import { countAttention } from "@/lib/reports/attention";
import { findAnything } from "@/lib/reports/find-anything";
import { countTasks, listTasks } from "@/lib/reports/tasks";
import { listSecrets } from "@/lib/stock/admin-queries";
import { claimSecrets } from "@/lib/stock/claim-secrets";
import { listImports } from "@/lib/stock/imports/queries";
import { findRefusedLines } from "@/lib/stock/sql/key-imports";
import { findFreeLabels } from "@/lib/stock/sql/picks";
import { expireRecharges } from "@/lib/wallet/recharges/move-recharge";
import { taskList } from "@/lib/worker/tasks";
import { aGrownShop, growingTables, readReviews } from "../../support/builders/grown-shop";
import { order, readOrder } from "../../support/builders/guest-orders";
import { aChannel } from "../../support/builders/payments";
import { anAdmin, aUser } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { anOrderBody, aPaidBody, mainSite } from "../../support/fakes/main-site";
import { accepted, byPath, notifier } from "../../support/harness/deliver-notification";
import { recordStatements, type Statement } from "../../support/harness/statements";

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

const explained = /^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i;

interface Catalogue {
  partialIndexes: ReadonlySet<string>;
  /** The test gives them no rows: there the question is only whether an index could be used. */
  emptyTables: ReadonlySet<string>;
}

/** How PostgreSQL reads these tables, as what is wrong with it: "Seq Scan on orders". */
function badScans(node: PlanNode, catalogue: Catalogue, isForced: boolean): string[] {
  const below = (node.Plans ?? []).flatMap((plan) => badScans(plan, catalogue, isForced));
  const table = node["Relation Name"];
  if (!table || !growingTables.includes(table) || catalogue.emptyTables.has(table) !== isForced) return below;
  const type = node["Node Type"];
  const index = node["Index Name"] ?? "";
  const readsAll =
    type === "Seq Scan" ||
    (!isForced &&
      type.startsWith("Index") &&
      !node["Index Cond"] &&
      node.Filter !== undefined &&
      !catalogue.partialIndexes.has(index));
  return readsAll ? [`${type} on ${table} ${index} ${node.Filter ?? ""}`.trim(), ...below] : below;
}

/**
 * Scans that are cheap only while few orders wait for their payment. PostgreSQL counts a table of many sales rarely: an index of
 * what waits looks empty to it when the shop was quiet then, although thousands wait by now.
 */
function waitingScans(node: PlanNode): string[] {
  const below = (node.Plans ?? []).flatMap(waitingScans);
  const table = node["Relation Name"] ?? "";
  const condition = node["Index Cond"] ?? "";
  const isByTime = !/\b(id|order_id|order_no|payment_no|ip|email|user_id)\b/.test(condition);
  if (!/^(orders|payments)$/.test(table) || !node["Index Name"] || !isByTime) return below;
  return [`${node["Node Type"]} on ${node["Index Name"]} ${condition}`.trim(), ...below];
}

/** Also without the values, as a plan that PostgreSQL keeps for a named statement; LIKE needs its pattern, so it is not kept. */
const variantsOf = ({ text, isNamed }: Statement): string[] =>
  isNamed && text.includes("$1") && !/LIKE/.test(text)
    ? [`EXPLAIN (FORMAT JSON) ${text}`, `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`]
    : [`EXPLAIN (FORMAT JSON) ${text}`];

async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const partial = await client.query<{ name: string }>(
    "SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL",
  );
  const empty = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples < 1000",
  );
  const names = (rows: { name: string }[]) => new Set(rows.map(({ name }) => name));
  return { partialIndexes: names(partial.rows), emptyTables: names(empty.rows) };
}

async function planOf(client: pg.Client, text: string, values: unknown[], settings: string) {
  await client.query(`BEGIN; ${settings}`);
  try {
    const isGeneric = text.includes("GENERIC_PLAN");
    const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
      isGeneric ? { text } : { text, values: values.map(toParameter) },
    );
    const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (!plan) throw new Error(`No plan of ${text}`);
    return plan;
  } finally {
    await client.query("ROLLBACK");
  }
}

type Judge = (plan: PlanNode, catalogue: Catalogue, isForced: boolean) => string[];

async function findBadScans(
  statements: readonly Statement[],
  settings: string,
  judge: Judge = badScans,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: getConfig().database.url ?? "" });
  await client.connect();
  const found = new Set<string>();
  try {
    const catalogue = await readCatalogue(client);
    const distinct = new Map(statements.map((statement) => [statement.text, statement]));
    for (const statement of distinct.values()) {
      if (!explained.test(statement.text)) continue;
      for (const text of variantsOf(statement)) {
        for (const isForced of [false, true]) {
          const also = isForced ? "; SET LOCAL enable_seqscan = off" : "";
          const plan = await planOf(client, text, statement.values, settings + also);
          for (const scan of judge(plan, catalogue, isForced))
            found.add(`${scan} in ${statement.text.replace(/\s+/g, " ").slice(0, 220)}`);
        }
      }
    }
  } finally {
    await client.end();
  }
  return [...found];
}

const toParameter = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

async function workOffJobs(): Promise<void> {
  const tasks = taskList() as Record<string, (payload: unknown, helpers: unknown) => Promise<void>>;
  for (;;) {
    const jobs = await db().$queryRaw<{ id: bigint; kind: string; payload: unknown }[]>`
      SELECT j.id, t.identifier AS kind, j.payload FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE j.run_at <= now() ORDER BY j.id`;
    if (jobs.length === 0) return;
    for (const { id, kind, payload } of jobs) {
      await db().$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE id = ${id}`;
      await tasks[kind]?.(payload, { job: { id: String(id) } });
    }
  }
}

/** The planner's own defaults, and what the embedded server is told: a plan must not hang on either. */
const costs = {
  defaults: "SET LOCAL random_page_cost = 4; SET LOCAL effective_cache_size = '4GB'",
  disk: "SET LOCAL random_page_cost = 4; SET LOCAL effective_cache_size = '64MB'",
  memory: "SET LOCAL random_page_cost = 1.1; SET LOCAL effective_cache_size = '512MB'",
};

let gateway: FakeGateway;
let channelId: number;
let shop: Awaited<ReturnType<typeof aGrownShop>>;

describe("a shop that has sold for years", () => {
  beforeEach(async () => {
    gateway = await FakeGateway.start();
    channelId = await aChannel({ ...gateway.settings(), confirm_by_query: false });
    shop = await aGrownShop(channelId);
    return () => gateway.stop();
  }, 180_000);

  it("reads no growing table from end to end: for an order, its payment, its delivery, its jobs and its page under any cost settings; for lists, searches and what runs by the clock", async () => {
    const notify = notifier(gateway);
    const buy = async (sku: { id: number; productId: number }) => {
      const { data } = await order(sku, { payment_channel_id: channelId });
      const { order_no: orderNo, guest_token: token } = data;
      const payment = await db().payment.findFirstOrThrow({ where: { order: { orderNo } } });
      gateway.pay(payment.paymentNo, "9.90");
      expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
      await workOffJobs();
      expect((await readOrder(orderNo, token)).data.status).toBe("delivered");
    };
    const statements = await recordStatements(async () => {
      await buy(shop.one);
      await buy(shop.ofMany);
      await order(shop.one, { quantity: 2 }, { "idempotency-key": "a-key-of-the-buyer-1" });
      for (const settlementMode of ["trust", "hold"] as const) {
        const main = mainSite(await aSite({ settlementMode }));
        const { data } = await main.create(anOrderBody(shop.one));
        expect((await main.pay(data.upstream_order_no, aPaidBody("9.90"))).status).toBe(200);
        await workOffJobs();
      }
    });
    const ofClaims = await recordStatements(() =>
      inTransaction(async (tx) => {
        for (const quantity of [1, 10, 45])
          await claimSecrets(tx, { skuId: shop.one.id, orderItemId: 1, quantity, sale: null });
        for (const order of saleOrders)
          for (const usableAfter of [null, new Date()]) {
            const sale = { order, usableAfter };
            await claimSecrets(tx, { skuId: shop.one.id, orderItemId: 1, quantity: 2, sale });
            await claimSecrets(tx, { skuId: shop.ofMany.id, orderItemId: 1, quantity: 1, sale });
          }
        await claimSecrets(tx, { skuId: shop.ofMany.id, orderItemId: 1, quantity: 1, sale: null });
        const chosen = { orderItemId: 1, quantity: 1, sale: null, pick: "888" };
        await claimSecrets(tx, { skuId: shop.ofMany.id, ...chosen });
        for (const search of ["", "8"])
          for (const usableAfter of [null, new Date()])
            await findFreeLabels(tx, { skuId: shop.ofMany.id, after: "", search, usableAfter, limit: 25 });
        throw new Error("undone");
      }).catch(() => undefined),
    );
    expect(statements.length).toBeGreaterThan(40);
    expect(ofClaims.filter(({ text }) => /for update/i.test(text)).length).toBeGreaterThanOrEqual(20);
    for (const settings of Object.values(costs))
      expect(await findBadScans([...statements, ...ofClaims], settings)).toEqual([]);
    expect(await findBadScans(statements, costs.memory, waitingScans)).toEqual([]);

    const { id: userId } = await aUser();
    const actor = { kind: "user" as const, userId, sessionId: "00000000-0000-4000-8000-000000000000" };
    const page = { page: 1, per_page: 20 };
    const owner = await anAdmin();
    const ofLists = await recordStatements(async () => {
      await listOwnOrders(actor, page);
      await readStandings(db(), [77, 78]);
      await listOrders({ ...page, sort: "newest", search: "old-77@" });
      await listOrders({ ...page, sort: "newest", search: "OLD77" });
      await getAdminOrder("OLD77");
      for (const text of ["OLD7", "old-7", "old-77@"]) await findAnything(owner, text);
      await listMails({ ...page, search: "old-777@exam" });
      await listPayments({ ...page, search: "OLDP77" });
      await listPaymentEvents({ ...page, payment_id: 7 } as never);
      await listSecrets(shop.ofMany.id, page);
      await listLicenses({ ...page, search: "OLD77" });
      await validateLicense({ license_key: "AAAAA-BBBBB", fingerprint: "device-0001" }).catch(() => null);
      await listOrderLicenses(77, page);
      await listRequests({ ...page, search: "OLD77" });
      const recent = { ...page, from: new Date(Date.now() - 1000) };
      await listRequests(recent);
      await listQueuedRefunds({ ...recent, status: "all" });
      for (const asked of [{ search: "OLD77" }, { open: "true" as const }])
        await listPurchases({ ...page, ...asked });
      for (const list of [listPayments, listPaymentEvents, listMails]) await list(recent);
      await readReviews(shop.one.productId);
      await listServerRequests(77);
      await listImports(page, "en");
      await findRefusedLines(db(), [77], { leftOut: ["empty"], each: 50 });
      await countAttention(owner);
      await countTasks(owner);
      await readShopFigures();
      await listTasks(owner, { ...page, state: "open" }, "en");
    });
    const hour = 3_600_000;
    const ofReports = await recordStatements(() =>
      getSalesReport({ from: new Date(Date.now() - 2 * hour), to: new Date(Date.now() - hour) }),
    );
    // For a table this small, an hour is more than a disk with a head would fetch row by row.
    expect(await findBadScans(ofReports, costs.memory)).toEqual([]);
    const ofTheClock = await recordStatements(async () => {
      const sweeps = [sweepOrders, expireRecharges, enqueueQueries, failLostMails, purgeExpired];
      const further = [sweepCallbacks, sweepPurchases, sweepDeposits, endAccesses, remindOfEnds];
      for (const sweep of [...sweeps, ...further]) await sweep();
      for (let passes = 0; passes < 2; passes++) await new SalesJournal().pass({ isLast: true });
      await tryOldestCallback(1);
      for (const readUpTo of [0n, 0n, 1n << 40n]) {
        await publishSome("worker");
        await db().eventFeed.updateMany({ data: { readUpTo } });
      }
    });
    expect(ofTheClock.length).toBeGreaterThan(15);
    expect(await findBadScans([...ofLists, ...ofTheClock], costs.defaults)).toEqual([]);
  }, 180_000);
});

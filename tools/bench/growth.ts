import type { AdminActor, UserActor } from "@/lib/acts/actor";
import { listProducts } from "@/lib/catalogue/queries";
import { enqueueQueries } from "@/lib/checkout/receive/reconcile-payments";
import { baseLocale } from "@/lib/core/locale";
import { db } from "@/lib/db/client";
import { purgeExpired } from "@/lib/db/purge-expired";
import { listConnections } from "@/lib/interconnect/agent/admin-queries";
import { listCallbacks, listRequests } from "@/lib/interconnect/main/admin/log-queries";
import { callbackQuery, requestLogQuery } from "@/lib/interconnect/main/admin/log-schema";
import { listHeldOrders } from "@/lib/interconnect/main/admin/queries";
import { heldQuery } from "@/lib/interconnect/main/admin/schema";
import { listSiteNames, listSites } from "@/lib/interconnect/main/admin-queries";
import { readNeeds } from "@/lib/operations/needs";
import { writeMetrics } from "@/lib/operations/write-metrics";
import { sweepOrders } from "@/lib/orders/close-order";
import { listOwnOrders } from "@/lib/orders/queries";
import { listOrders } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { exportOrders } from "@/lib/orders/staff/export-orders";
import { listPayments } from "@/lib/payments/admin-queries";
import { getSalesReport } from "@/lib/reports/admin-queries";
import { countAttention } from "@/lib/reports/attention";
import { findAnything } from "@/lib/reports/find-anything";
import { getProfitReport } from "@/lib/reports/profit";
import { settleAlerts } from "@/lib/reports/settle-alerts";
import { countTasks } from "@/lib/reports/tasks";
import { listSecrets } from "@/lib/stock/admin-queries";
import { median, type Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import { seedCalls, seedMembers, seedPast, vacuum } from "./seed-history";

/** Bound of the cost at a million rows against that at a thousand, for flows that read a whole year of sales. */
const limit = 1.2;
const owner: AdminActor = {
  kind: "admin",
  staffId: 1,
  sessionId: "bench",
  role: "owner",
  email: "bench@example.com",
};
const client = {
  ip: "127.0.0.1",
  userAgent: "bench",
  requestId: "bench",
  readLocale: async () => baseLocale,
  readCountry: async () => null,
};

interface Measured {
  name: string;
  run: () => Promise<unknown>;
  /** It reads all of a period: its cost follows what was sold in it. */
  followsSales?: true;
  /** Limit of a flow for which somebody waits while they type. */
  withinMs?: number;
}

const lastDays = (days: number) => ({ from: new Date(Date.now() - days * 86_400_000) });

export async function ownOrders(): Promise<UserActor> {
  const data = { email: "growth@example.com", nickname: "Growth", passwordHash: "none" };
  const user = await db().user.create({ data });
  const orders = await db().order.findMany({ select: { id: true }, take: 30 });
  await db().order.updateMany({
    where: { id: { in: orders.map(({ id }) => id) } },
    data: { userId: user.id, buyerKind: "user" },
  });
  return { kind: "user", userId: user.id, sessionId: "bench" };
}

async function firstRows(lines: AsyncGenerator<string>, rows: number): Promise<void> {
  let seen = 0;
  for await (const chunk of lines) {
    seen += chunk.split("\n").length;
    if (seen > rows) return;
  }
}

const query = (given: Record<string, string>) => adminOrdersQuery.parse(given);

export function measured({ skus }: BenchCatalogue, member: UserActor): Measured[] {
  const skuId = skus[0]?.id ?? 0;
  return [
    { name: "product list of the shop", run: () => listProducts({ page: 1, per_page: 20, sort: "default" }) },
    { name: "a member's order list", run: () => listOwnOrders(member, { page: 1, per_page: 20 }) },
    { name: "admin order list", run: () => listOrders(query({})) },
    { name: "admin order list, page 40", run: () => listOrders(query({ page: "40" })) },
    {
      name: "admin orders by the beginning of a number",
      run: () => listOrders(query({ search: "KSOLD99" })),
    },
    { name: "admin orders by an address", run: () => listOrders(query({ search: "sold-77@example.com" })) },
    { name: "admin orders to be done", run: () => listOrders(query({ tab: "todo" })) },
    ...[
      "key-1-7",
      "KSOLD77",
      "KSOLD7",
      "sold-77@example.com",
      "sold-7",
      "member-77@example.com",
      "member-7",
      "TRADE77",
    ].map((text) => ({
      name: `find anything: ${text}`,
      run: () => findAnything(owner, text),
      withinMs: 100,
    })),
    { name: "payments", run: () => listPayments({ page: 1, per_page: 20 }) },
    {
      name: "payment by a trade number",
      run: () => listPayments({ page: 1, per_page: 20, search: "TRADE77" }),
    },
    { name: "keys of an option", run: () => listSecrets(skuId, { page: 1, per_page: 50 }) },
    { name: "agent sites", run: () => listSites({ page: 1, per_page: 20 }) },
    { name: "choice of agent sites", run: () => listSiteNames() },
    { name: "calls of agents", run: () => listRequests(requestLogQuery.parse({})) },
    { name: "callbacks to agents", run: () => listCallbacks(callbackQuery.parse({})) },
    { name: "orders of agents that are held", run: () => listHeldOrders(heldQuery.parse({})) },
    { name: "main sites", run: () => listConnections() },
    { name: "what a sale needs", run: () => readNeeds() },
    { name: "overview's counts", run: () => countAttention(owner) },
    { name: "to-do list's counts", run: () => countTasks(owner) },
    { name: "metrics", run: () => writeMetrics() },
    { name: "job: expired orders", run: () => sweepOrders() },
    { name: "job: payments to ask for", run: () => enqueueQueries() },
    { name: "job: alerts to settle", run: () => settleAlerts() },
    { name: "job: rows to purge", run: () => purgeExpired() },
    {
      name: "export of orders, the first 1,000 rows",
      run: async () => firstRows(await exportOrders(owner, client, query({})), 1000),
    },
    { name: "sales of 30 days", followsSales: true, run: () => getSalesReport(lastDays(30)) },
    { name: "profit of 30 days", followsSales: true, run: () => getProfitReport(lastDays(30)) },
  ];
}

export async function costOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  // Compiled code and warm caches, also for the smallest size.
  for (let n = 0; n < 5; n++) await run();
  const until = performance.now() + 2000;
  for (let n = 0; n < 40 && (n < 5 || performance.now() < until); n++) {
    const at = performance.now();
    await run();
    times.push(performance.now() - at);
  }
  return median(times);
}

/** The cost of every list, search, report, export and job as the orders and keys of the past become more. */
export async function growth(
  catalogue: BenchCatalogue,
  sizes: readonly number[],
  only: readonly string[] = [""],
): Promise<Verdict[]> {
  const wanted = (member: UserActor) =>
    measured(catalogue, member).filter(({ name }) => only.some((text) => name.includes(text)));
  const costs = new Map<string, number[]>();
  let before = 0;
  let member: UserActor | undefined;
  for (const size of sizes) {
    await seedPast({ skus: catalogue.skus, channelId: catalogue.channelId, days: 365 }, size, before);
    await seedMembers(size, before);
    await seedCalls(size, before);
    before = size;
    await vacuum();
    member ??= await ownOrders();
    console.log(`With ${size.toLocaleString("en")} orders:`);
    for (const { name, run } of wanted(member)) {
      const cost = await costOf(run);
      costs.set(name, [...(costs.get(name) ?? []), cost]);
      console.log(`  ${cost.toFixed(1)} ms  ${name}`);
    }
  }
  const [least = 1] = sizes;
  return wanted(member as UserActor).flatMap(({ name, followsSales, withinMs }) => {
    const all = costs.get(name) ?? [];
    const [first = 1, ...rest] = all;
    const ratios = rest.map((cost) => cost / first);
    const worst = Math.max(...ratios);
    const grown: Verdict = {
      name,
      value: sizes
        .slice(1)
        .map((size, at) => `${(ratios[at] ?? 0).toFixed(2)} x at ${size.toLocaleString("en")}`)
        .join(", "),
      target: followsSales
        ? `as the sales of the period (${least.toLocaleString("en")} : 1)`
        : `<= ${limit} x of ${least.toLocaleString("en")}`,
      isMet: followsSales ? worst <= (sizes.at(-1) ?? 1) / least : worst <= limit,
    };
    if (withinMs === undefined) return [grown];
    const waited: Verdict = {
      name: `${name}, while somebody types`,
      value: all.map((cost) => `${cost.toFixed(1)} ms`).join(", "),
      target: `<= ${withinMs} ms`,
      isMet: Math.max(...all) <= withinMs,
    };
    return [grown, waited];
  });
}

import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { newSiteKey, newSiteSecret } from "@/lib/interconnect/main/site-rules";
import { sealSiteSecret } from "@/lib/interconnect/main/site-secrets";
import { orderDetailView } from "@/lib/orders/view";
import { orderInclude } from "@/lib/orders/viewed-rows";
import { advance, anUpstreamProduct, type GuestOrder } from "../../support/builders/agent-shop";
import { pay, stockOf } from "../../support/builders/orders";
import { anEmail, aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { startFlakyProxy } from "../../support/fakes/flaky-proxy";
import { type ApiServer, freePort, startApiServer } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";
import { anotherDatabase, emptyOther, onDatabase } from "../../support/harness/two-shops";

/** The short run kills each site once. */
const orders = isLong ? 200 : 60;
const keys = isLong ? 260 : 90;
const kills = isLong ? 6 : 2;
const credentials = { key: newSiteKey(), secret: newSiteSecret() };

type Proxy = Awaited<ReturnType<typeof startFlakyProxy>>;

/** A site that is killed now and then, and comes back at the same address. */
class Site {
  #server: Promise<ApiServer>;

  constructor(
    readonly port: number,
    readonly databaseUrl: string,
  ) {
    this.#server = this.#start();
  }

  #start = () =>
    startApiServer({
      port: this.port,
      databaseUrl: this.databaseUrl,
      worker: true,
      settings: {
        "database.poolSize": "8",
        "limits.openOrdersPerIp": "100000",
        "limits.guestOrdersPerMinute": "100000",
        "server.trustedProxies": "127.0.0.1",
        "limits.upstreamBurst": "100000",
      },
    });

  ready = () => this.#server;

  async killAndRestart(): Promise<void> {
    await (await this.#server).kill();
    this.#server = this.#start();
    await this.#server;
  }

  stop = async () => (await this.#server).stop();
}

let mainUrl: string;
let agentUrl: string;
let main: Site;
let agent: Site;
let toMain: Proxy;
let toAgent: Proxy;
let mainSku: { id: number; productId: number };
let agentSku: { id: number; productId: number };

beforeAll(async () => {
  [mainUrl, agentUrl] = [await anotherDatabase("main"), await anotherDatabase("agent")];
  const [mainPort, agentPort] = [await freePort(), await freePort()];
  toMain = await startFlakyProxy({ host: "127.0.0.1", port: mainPort });
  toAgent = await startFlakyProxy({ host: "127.0.0.1", port: agentPort });
  await onDatabase(mainUrl, async () => {
    await emptyOther();
    mainSku = (await aProduct({ keys, priceCents: 500n })).sku;
    await aSite({
      apiKey: credentials.key,
      callbackUrl: `${toAgent.url}/api/v1/interconnect/callback`,
      signingSecrets: {
        create: {
          secretSealed: sealSiteSecret(credentials.key, credentials.secret),
          firstUsedAt: new Date(),
        },
      },
    });
  });
  await onDatabase(agentUrl, async () => {
    await emptyOther();
    const { sku, offer } = await anUpstreamProduct({ ...credentials, baseUrl: toMain.url });
    agentSku = sku;
    await db().upstreamSku.update({
      where: { id: offer.id },
      data: { upstreamProductId: mainSku.productId, upstreamSkuId: mainSku.id },
    });
  });
  main = new Site(mainPort, mainUrl);
  agent = new Site(agentPort, agentUrl);
  await Promise.all([main.ready(), agent.ready()]);
}, 240_000);

afterAll(async () => {
  await Promise.all([main?.stop(), agent?.stop()]);
  await Promise.all([toMain?.stop(), toAgent?.stop()]);
});

/** One buyer, who tries again with the same key until the shop answers. A refused order is no order. */
async function order(): Promise<string | null> {
  const body = JSON.stringify({
    email: anEmail(),
    product_id: agentSku.productId,
    sku_id: agentSku.id,
    quantity: 1,
  });
  const idempotencyKey = crypto.randomUUID();
  const ip = `198.51.100.${Math.floor(Math.random() * 250)}`;
  let last = "";
  for (let attempt = 0; attempt < 60; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${agent.port}/api/v1/guest/orders`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": idempotencyKey,
        "x-forwarded-for": ip,
      },
      body,
    }).catch(() => null);
    if (answer?.status === 200) return ((await answer.json()) as { data: GuestOrder }).data.order_no;
    if (answer?.status === 409) return null;
    last = answer ? `${answer.status} ${await answer.text()}` : "no answer";
    await pause(250);
  }
  throw new Error(`The agent shop did not come back: ${last}`);
}

async function inParallel(count: number, workers: number, work: () => Promise<void>): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (left-- > 0) await work();
    }),
  );
}

/** Reads the goods of the agent's orders, as their buyers see them. */
async function payloads(): Promise<Map<string, string | undefined>> {
  const rows = await db().order.findMany({
    where: { paymentStatus: { not: "unpaid" } },
    include: orderInclude,
  });
  return new Map(rows.map((row) => [row.orderNo, orderDetailView(row).fulfillment.payload]));
}

type Line = Awaited<ReturnType<typeof startFlakyProxy>>["state"];
/** On a busy machine the callbacks begin when all is paid: a line is sound once it has failed. */
const faults = ({ lost, answersLost, repeated }: Line): number => lost + answersLost + repeated;

describe("chaos", () => {
  it(`${orders} orders through a bad network, with both sites killed in turn: every paid one is delivered once, no key twice`, async () => {
    const paid: string[] = [];
    let begun = 0;
    let killing = Promise.resolve();
    // At equal distances, wherever the orders before are by then.
    const between = Math.floor(orders / (kills + 1));
    const killInTurn = () => {
      begun += 1;
      const turn = begun / between;
      if (!Number.isInteger(turn) || turn > kills) return;
      const site = turn % 2 === 0 ? agent : main;
      killing = killing.then(() => site.killAndRestart());
    };
    await onDatabase(agentUrl, async () => {
      await inParallel(orders, 10, async () => {
        killInTurn();
        const orderNo = await order();
        if (orderNo === null) return;
        const { id, status } = await db().order.findUniqueOrThrow({ where: { orderNo } });
        if (status !== "pending_payment") return;
        await pay(id);
        paid.push(orderNo);
      });
      await killing;

      // Schedules reach to minutes and a dead worker's jobs to half a minute: the sweep is done by hand.
      const end = Date.now() + 90_000;
      for (;;) {
        for (const { state } of [toMain, toAgent]) state.isFlaky &&= faults(state) === 0;
        const open = await db().order.count({
          where: { paymentStatus: "paid", fulfillmentStatus: { not: "ready" } },
        });
        if (open === 0) break;
        if (Date.now() > end) break;
        await advance();
        await pause(200);
      }
    });

    const sold = await onDatabase(agentUrl, async () => ({
      payloads: await payloads(),
      purchases: await db().purchase.findMany({ where: { status: "delivered" } }),
      deliveries: await db().orderEvent.groupBy({
        by: ["orderId"],
        where: { kind: "delivered" },
        _count: true,
      }),
    }));
    for (const { state } of [toMain, toAgent]) expect(faults(state)).toBeGreaterThan(0);

    expect(paid.length).toBeGreaterThan(orders * 0.9);
    expect([...sold.payloads.keys()].sort()).toEqual([...paid].sort());
    expect([...sold.payloads.entries()].filter(([, payload]) => payload === undefined)).toEqual([]);
    expect(new Set(sold.payloads.values()).size).toBe(paid.length);
    expect(sold.purchases).toHaveLength(paid.length);
    expect(sold.deliveries.every(({ _count }) => _count === 1)).toBe(true);

    await onDatabase(mainUrl, async () => {
      const theirs = await payloads();
      const byNumber = new Map(
        sold.purchases.map((purchase) => [purchase.upstreamOrderNo ?? "", purchase.downstreamOrderNo]),
      );
      expect([...theirs.keys()].sort()).toEqual([...byNumber.keys()].sort());
      for (const [upstreamOrderNo, downstreamOrderNo] of byNumber) {
        const orderNo = downstreamOrderNo.replace(/-\d+$/, "");
        expect(theirs.get(upstreamOrderNo)).toBe(sold.payloads.get(orderNo));
      }
      const { counters, rows } = await stockOf(mainSku.id);
      expect(counters).toEqual(rows);
      expect(rows.sold).toBe(paid.length);
      expect(rows.available + rows.reserved + rows.sold).toBe(keys);
      const twice = await db().fulfillmentSecret.groupBy({
        by: ["secretId"],
        _count: true,
        having: { secretId: { _count: { gt: 1 } } },
      });
      expect(twice).toEqual([]);
      expect(await db().ledgerTransfer.count()).toBe(paid.length);
    });
  }, 240_000);
});

import { randomUUID } from "node:crypto";
import { GET as pullProducts } from "@/app/api/v1/upstream/products/route";
import { newUuid } from "@/lib/core/ids";
import { setLogLevel } from "@/lib/core/process/log";
import { db } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/caller/client-info";
import { callDetails } from "@/lib/interconnect/call-details";
import { authenticateSite } from "@/lib/interconnect/main/authenticate-site";
import { recordRequest } from "@/lib/interconnect/main/request-log";
import { newSiteKey, newSiteSecret } from "@/lib/interconnect/main/site-rules";
import { sealSiteSecret } from "@/lib/interconnect/main/site-secrets";
import { signedHeaders } from "@/lib/interconnect/signature";
import { bareDelivery, bareOrder, openPool, quietWorkers } from "./baselines";
import { unpaidRows } from "./deliveries";
import { http, work } from "./load";
import type { Result, Row, Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const productsPath = "/api/v1/upstream/products?per_page=20";
const ordersPath = "/api/v1/upstream/orders";
/** Share of the call without them. */
const proofLimit = 0.25;
const orderTarget = 0.6;
const paymentTarget = 0.5;

interface Agent {
  siteId: number;
  key: string;
  secret: string;
}

async function pairAgent(): Promise<Agent> {
  const key = newSiteKey();
  const secret = newSiteSecret();
  const signingSecrets = { create: { secretSealed: sealSiteSecret(key, secret), firstUsedAt: new Date() } };
  const { id } = await db().site.create({
    data: { name: "Bench agent", apiKey: key, ratePerMinute: 10_000_000, signingSecrets },
  });
  return { siteId: id, key, secret };
}

const signed = (agent: Agent, body = "") => signedHeaders(agent, new TextEncoder().encode(body), new Date());

/** Measures what proving, spending the nonce and logging add to a call, in this process and without HTTP. */
async function costOfProof(agent: Agent): Promise<Verdict> {
  const url = `http://localhost${productsPath}`;
  const call = async () => {
    const answer = await pullProducts(
      new Request(url, { headers: { ...signed(agent), [peerHeader]: "127.0.0.1" } }),
    );
    if (answer.status !== 200) throw new Error(await answer.text());
  };
  const proof = async () => {
    const headers = new Headers(signed(agent));
    const rawBody = new Uint8Array(0);
    const common = { method: "GET", path: "/api/v1/upstream/products", ip: "127.0.0.1" };
    const { actor, siteId, claimedKey, isSignatureValid, cause } = await authenticateSite({
      ...common,
      headers,
      rawBody,
    });
    if (!actor) throw new Error(cause ?? "refused");
    const outcome = { httpStatus: 200, statusCode: 0, latencyMs: 1, requestId: newUuid() };
    const log = { orderNo: null, downstreamOrderNo: null, details: callDetails(headers, rawBody, null) };
    await recordRequest({ ...common, ...outcome, ...log, siteId, claimedKey, isSignatureValid, cause });
  };
  setLogLevel("warn");
  await work(call, { duration: 2 });
  const whole = 1 / (await work(call)).perSecond;
  const alone = 1 / (await work(proof)).perSecond;
  const part = alone / (whole - alone);
  return {
    name: "signature + nonce + request log of a pull",
    value: `${(part * 100).toFixed(0)} % on top of the call without them`,
    target: `<= ${proofLimit * 100} %`,
    isMet: part <= proofLimit,
  };
}

/** Orders of an agent, then their payments: two signed calls from the order to the key. */
async function sell(shop: Shop, { skus }: BenchCatalogue, agent: Agent): Promise<Row[]> {
  const json = { "content-type": "application/json" };
  const amount = 1500;
  const pool = openPool(shop.databaseUrl);
  const bareCreated = await work(bareOrder(pool, skus, agent), { amount, duration: 60 });
  const rows = await unpaidRows("site", amount);
  const ofBaseline = rows.length;
  const barePaid = await work(bareDelivery(pool, rows, agent), { amount: rows.length, duration: 60 });
  await quietWorkers(pool);
  await pool.end();
  let turn = 0;
  const created = await http({
    url: shop.baseUrl + ordersPath,
    method: "POST",
    headers: json,
    amount,
    next: () => {
      const sku = skus[turn++ % skus.length];
      const body = JSON.stringify({
        product_id: sku?.productId,
        sku_id: sku?.id,
        quantity: 1,
        downstream_order_no: randomUUID(),
      });
      return { body, headers: signed(agent, body) };
    },
  });
  const open = await db().order.findMany({
    where: { buyerKind: "site", status: "pending_payment" },
    select: { orderNo: true },
  });
  const numbers = open.map(({ orderNo }) => orderNo);
  const expected = numbers.length;
  const paid = await http({
    url: shop.baseUrl,
    method: "POST",
    headers: json,
    amount: expected,
    next: () => {
      const body = JSON.stringify({
        downstream_payment_id: randomUUID(),
        paid_amount: "9.90",
        paid_at: new Date().toISOString(),
      });
      return { path: `${ordersPath}/${numbers.pop()}/paid`, body, headers: signed(agent, body) };
    },
  });
  const delivered =
    (await db().order.count({ where: { buyerKind: "site", status: "delivered" } })) - ofBaseline;
  if (delivered < expected)
    console.log(`${expected - delivered} of ${expected} agent orders were not delivered`);
  return [
    { name: "bare SQL of a signed order", figures: bareCreated },
    {
      name: "signed order",
      figures: created,
      against: { name: "its bare SQL", figures: bareCreated, target: orderTarget },
    },
    { name: "bare SQL of a signed payment", figures: barePaid },
    {
      name: "signed payment -> delivered",
      figures: paid,
      against: { name: "its bare SQL", figures: barePaid, target: paymentTarget },
    },
  ];
}

export async function interconnect(shop: Shop, catalogue: BenchCatalogue): Promise<Result[]> {
  const agent = await pairAgent();
  const pull = { url: shop.baseUrl + productsPath, next: () => ({ headers: signed(agent) }) };
  await http({ ...pull, duration: 2 });
  const pulled = await http(pull);
  return [
    { name: "signed product pull (20 products)", figures: pulled },
    await costOfProof(agent),
    ...(await sell(shop, catalogue, agent)),
  ];
}

import * as guestOrder from "@/app/api/v1/guest/orders/[order_no]/route";
import * as guestOrders from "@/app/api/v1/guest/orders/route";
import * as callback from "@/app/api/v1/interconnect/callback/route";
import { db } from "@/lib/db/client";
import { payPurchase } from "@/lib/interconnect/agent/purchases/pay";
import { pollPurchase } from "@/lib/interconnect/agent/purchases/poll";
import { startPurchases } from "@/lib/interconnect/agent/purchases/start";
import { startFakeMain } from "../fakes/fake-main";
import { call } from "../harness/call";
import { overrideConfig } from "../harness/test-config";
import { pay } from "./orders";
import { anEmail, aProduct } from "./products";
import { aConnection, type Credentials, callSigned, type SignOptions } from "./sites";

export const credentials: Credentials = { key: "agent_key_0001", secret: "the-shared-secret" };

export interface GuestOrder {
  order_no: string;
  status: string;
  guest_token: string;
}

/** A product of ours that is sold from a main site's product 12, SKU 34. */
export async function anUpstreamProduct(credentials: Credentials & { baseUrl: string }, priceCents = 900n) {
  const connection = await aConnection(credentials);
  const { product, sku } = await aProduct({ priceCents, sku: { source: "upstream" }, units: 50 });
  const offer = await db().upstreamSku.create({
    data: {
      connectionId: connection.id,
      upstreamProductId: 12,
      upstreamSkuId: 34,
      slug: "theirs",
      title: "Theirs",
      category: "Games",
      autoSecretKind: "card_key",
      costCents: 500n,
      stock: 50,
    },
  });
  await db().skuMapping.create({
    data: { skuId: sku.id, connectionId: connection.id, upstreamSkuId: offer.id },
  });
  return { connection, product, sku, offer };
}

export const buy = (sku: { id: number; productId: number }, quantity = 1) =>
  call<GuestOrder>(guestOrders.POST, "POST", {
    body: { email: anEmail(), product_id: sku.productId, sku_id: sku.id, quantity },
    ip: `198.51.100.${Math.floor(Math.random() * 250)}`,
  });

/** The buyer pays, and the first job of the agent side runs. */
export async function payFor(orderNo: string): Promise<number> {
  const { id } = await db().order.findUniqueOrThrow({ where: { orderNo } });
  await pay(id);
  await startPurchases(id);
  return id;
}

export const purchasesOf = (orderNo: string) =>
  db().purchase.findMany({ where: { orderItem: { order: { orderNo } } }, orderBy: { id: "asc" } });

/** One turn of the jobs: every open purchase is moved on. */
export async function advance(): Promise<void> {
  const open = await db().purchase.findMany({
    where: { status: { in: ["paying", "awaiting_goods"] } },
    orderBy: { id: "asc" },
  });
  for (const { id, status } of open) await (status === "awaiting_goods" ? pollPurchase(id) : payPurchase(id));
}

export const callBack = (
  credentials: Credentials,
  body: unknown,
  options: SignOptions & { raw?: string } = {},
) =>
  callSigned<{ received: boolean; result: string }>(credentials, callback.POST, "POST", {
    path: "/api/v1/interconnect/callback",
    body,
    ...options,
  });

/** A shop of ours with one product that a main site, played by the test, delivers. */
export async function anAgentShop() {
  overrideConfig({ "interconnect.allowPrivateNetworks": "true", "limits.openOrdersPerIp": "1000" });
  const main = await startFakeMain(credentials);
  const { sku } = await anUpstreamProduct({ ...credentials, baseUrl: main.url });
  return { main, sku };
}

/** The order as its buyer reads it. */
export const read = async ({ order_no, guest_token }: GuestOrder) =>
  (
    await call<{ status: string; fulfillment: { status: string; payload?: string } }>(guestOrder.GET, "GET", {
      params: { order_no },
      token: guest_token,
    })
  ).data;

export const alerts = async () => (await db().alert.findMany()).map(({ kind }) => kind);

export async function only(orderNo: string) {
  const [purchase] = await purchasesOf(orderNo);
  if (!purchase) throw new Error("There is no purchase");
  return purchase;
}

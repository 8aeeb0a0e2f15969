import * as guestOrders from "@/app/api/v1/guest/orders/route";
import * as callback from "@/app/api/v1/interconnect/callback/route";
import { db } from "@/lib/db/client";
import { payPurchase, pollPurchase } from "@/lib/interconnect/agent/advance-purchase";
import { startPurchases } from "@/lib/interconnect/agent/start-purchases";
import { anEmail, aProduct } from "./builders";
import { call } from "./call";
import { pay } from "./orders";
import { aConnection, type Credentials, callSigned, type SignOptions } from "./sites";

export interface GuestOrder {
  order_no: string;
  status: string;
  guest_token: string;
}

/** A product of ours that is sold from a main site's product 12, SKU 34. */
export async function anUpstreamProduct(credentials: Credentials & { baseUrl: string }, priceCents = 900n) {
  const connection = await aConnection(credentials);
  const { product, sku } = await aProduct({ priceCents, sku: { source: "upstream" }, pieces: 50 });
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
    where: { status: { in: ["paying", "held"] } },
    orderBy: { id: "asc" },
  });
  for (const { id, status } of open) await (status === "held" ? pollPurchase(id) : payPurchase(id));
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

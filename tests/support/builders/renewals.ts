import { db } from "@/lib/db/client";
import { order, orderIdOf, readOrder } from "./guest-orders";
import { pay } from "./orders";
import { aProduct } from "./products";
import { addGoods } from "./sold-files";

export const ofMonth = { license: { product: "atlas", valid_days: 30 } };

/** An option that delivers by these kinds, each with its settings. */
export async function anEndingSku(fulfillerSettings: object = ofMonth) {
  const fulfillers = Object.keys(fulfillerSettings);
  const { sku } = await aProduct({ kind: "text", sku: { fulfillers, fulfillerSettings } });
  await db().sku.update({ where: { id: sku.id }, data: { contentSealed: null } });
  if (fulfillers.includes("living")) await addGoods(sku.id);
  return sku;
}

type Sku = { id: number; productId: number };

/** Bought by a guest, and delivered with the payment. */
export async function aSoldEnd(sku: Sku, body: Record<string, unknown> = {}) {
  const { data, text } = await order(sku, body);
  if (!data) throw new Error(text);
  const { order_no: orderNo, guest_token: token } = data;
  const orderId = await orderIdOf(orderNo);
  const buyer = { sku, orderId, orderNo, token, renews: { order_no: orderNo, item: 1, token } };
  await pay(orderId);
  return buyer;
}
export type SoldEnd = Awaited<ReturnType<typeof aSoldEnd>>;

/** An order that renews it, not paid yet. */
export async function anOpenRenewal({ sku, renews }: SoldEnd) {
  const { data, text, status } = await order(sku, { renews });
  if (status !== 200) throw new Error(text);
  const { order_no: orderNo, guest_token: token } = data;
  return { orderId: await orderIdOf(orderNo), orderNo, token };
}

export const read = async ({ orderNo, token }: { orderNo: string; token: string }) =>
  (await readOrder(orderNo, token)).data;

export const endOfLicense = async (orderId: number): Promise<number> =>
  (await db().license.findFirstOrThrow({ where: { orderItem: { orderId } } })).expiresAt?.getTime() ?? 0;
export const endOfAccess = async (orderId: number): Promise<number> =>
  (
    await db().livingAccess.findFirstOrThrow({ where: { fulfillment: { orderItem: { orderId } } } })
  ).endsAt?.getTime() ?? 0;

export const days = (count: number) => count * 86_400_000;

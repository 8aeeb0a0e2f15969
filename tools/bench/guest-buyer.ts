import { setTimeout as sleep } from "node:timers/promises";
import { newToken } from "@/lib/core/ids";

export interface Offer {
  productId: number;
  skuId: number;
  channelId: number;
}

async function read<T>(address: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(address, init);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${(await answer.text()).slice(0, 300)}`);
  return ((await answer.json()) as { data: T }).data;
}

/** Goods of the sample shop, and its test gateway. */
export async function sampleOffer(url: string): Promise<Offer> {
  const [product, config] = await Promise.all([
    read<{ id: number; skus: { id: number }[] }>(`${url}/api/v1/public/products/tidemill`),
    read<{ payment_channels: { id: number }[] }>(`${url}/api/v1/public/config`),
  ]);
  return {
    productId: product.id,
    skuId: product.skus[0]?.id ?? 0,
    channelId: config.payment_channels[0]?.id ?? 0,
  };
}

interface Order {
  order_no: string;
  guest_token: string;
  payment?: { pay_url: string };
  items: { fulfillment: { secrets?: string[] } | null }[];
}

/** Orders one piece, presses the button of the test gateway and waits for the key. */
export async function buyAsGuest(url: string, { productId, skuId, channelId }: Offer): Promise<string> {
  const order = await read<Order>(`${url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      product_id: productId,
      sku_id: skuId,
      quantity: 1,
      email: `b${newToken().slice(0, 12).toLowerCase()}@example.com`,
      payment_channel_id: channelId,
    }),
  });
  const page = await (await fetch(new URL(order.payment?.pay_url ?? "none", url))).text();
  const button = /<form[^>]* action="([^"]+\/decide)"/.exec(page)?.[1]?.replaceAll("&amp;", "&");
  if (!button) throw new Error(`The test gateway shows no button:\n${page.slice(0, 300)}`);
  const body = new URLSearchParams({ decision: "pay" });
  await fetch(new URL(button, url), { method: "POST", body, redirect: "manual" });
  for (;;) {
    const own = await read<Order>(`${url}/api/v1/guest/orders/${order.order_no}`, {
      headers: { authorization: `Bearer ${order.guest_token}` },
    });
    const key = own.items[0]?.fulfillment?.secrets?.[0];
    if (key) return key;
    await sleep(50);
  }
}

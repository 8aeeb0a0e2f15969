import { expect, it } from "vitest";
import { POST } from "@/app/api/v1/guest/orders/known/route";
import { db } from "@/lib/db/client";
import type { KnownOrders } from "@/lib/orders/guests/schema";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { pay } from "../../support/builders/orders";
import { aProduct, keyOf } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const ask = (tokens: unknown) => call<KnownOrders>(POST, "POST", { body: { tokens } });

it("tells where the orders of these tokens stand, and of no other order anything", async () => {
  const { sku } = await aProduct({ keys: 3, priceCents: 1250n, product: { title: "Paper Glide" } });
  const [paid, open, foreign] = [await order(sku), await order(sku), await order(sku)];
  await pay(await orderIdOf(paid.data.order_no));
  const { status, data, text, headers } = await ask([
    paid.data.guest_token,
    open.data.guest_token,
    "x".repeat(43),
    "no token",
  ]);
  expect(status).toBe(200);
  const { slug, category } = await db().product.findUniqueOrThrow({
    where: { id: sku.productId },
    include: { category: { select: { slug: true } } },
  });
  const gist = {
    title: "Paper Glide",
    amount: "12.50",
    currency: "USD",
    product: { slug, image: null, whole_images: [], auto_secret_kind: "card_key", category },
  };
  expect(data.orders).toHaveLength(2);
  expect(data.orders).toEqual(
    expect.arrayContaining([
      { ...gist, order_no: paid.data.order_no, status: "delivered", created_at: paid.data.created_at },
      { ...gist, order_no: open.data.order_no, status: "pending_payment", created_at: open.data.created_at },
    ]),
  );
  expect(text).not.toContain(foreign.data.order_no);
  expect(headers.get("cache-control")).toContain("no-store");
});

it("names them in the reader's language, a bundle by its own name", async () => {
  const { sku } = await aProduct({ keys: 1, product: { title: "Paper Glide" } });
  const { data } = await order(sku);
  const translations = { zh: { title: "纸翼" } };
  await db().product.update({ where: { id: sku.productId }, data: { translations } });
  const titleIn = async (lang?: string) =>
    (
      await call<KnownOrders>(POST, "POST", {
        body: { tokens: [data.guest_token], ...(lang ? { lang } : {}) },
      })
    ).data.orders.map(({ title, product }) => [title, product?.slug]);
  const slug = (await db().product.findUniqueOrThrow({ where: { id: sku.productId } })).slug;
  expect([await titleIn("zh"), await titleIn()]).toEqual([[["纸翼", slug]], [["Paper Glide", slug]]]);
  const both = await aProduct({
    product: { title: "Both of them", translations: { zh: { title: "两件套" } } },
  });
  await db().orderItem.updateMany({
    where: { order: { orderNo: data.order_no } },
    data: {
      bundle: {
        line: 1,
        product_id: both.product.id,
        sku_id: both.sku.id,
        slug: both.product.slug,
        title: "Both of them",
        sku_name: null,
        quantity: 1,
      },
    },
  });
  expect([await titleIn("zh"), await titleIn()]).toEqual([
    [["两件套", both.product.slug]],
    [["Both of them", both.product.slug]],
  ]);
});

it("is no view of what was delivered", async () => {
  const { sku } = await aProduct({ keys: 1 });
  const { data } = await order(sku);
  const orderId = await orderIdOf(data.order_no);
  await pay(orderId);
  expect((await ask([data.guest_token])).text).not.toContain(keyOf(sku.id, 1));
  expect((await db().order.findUniqueOrThrow({ where: { id: orderId } })).firstViewedAt).toBeNull();
});

it("takes as many tokens as a browser keeps and no more", async () => {
  expect((await ask(Array.from({ length: 50 }, () => "a"))).data).toEqual({ orders: [] });
  for (const tokens of [[], Array.from({ length: 51 }, () => "a"), "a", [1]])
    expect((await ask(tokens)).status).toBe(400);
});

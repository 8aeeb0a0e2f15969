import { describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import * as page from "@/app/api/v1/public/products/[slug]/route";
import * as list from "@/app/api/v1/public/products/route";
import * as upstream from "@/app/api/v1/upstream/products/route";
import type { Bundle, PartChoices } from "@/lib/catalogue/bundles/schema";
import type { ProductDetail, ProductList } from "@/lib/catalogue/schema";
import { askForNotice } from "@/lib/catalogue/stock-notices/ask-for-notice";
import { confirmNotices } from "@/lib/catalogue/stock-notices/confirm-notices";
import { findDueNotices } from "@/lib/catalogue/stock-notices/sql";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { sealAddress } from "@/lib/notifications/stock-notice-link";
import { closeOrder } from "@/lib/orders/close-order";
import { keepsItsPrice } from "@/lib/orders/requote-order";
import { listOrders } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { deliverByHand } from "@/lib/orders/staff/deliver-by-hand";
import { order, orderIdOf, readOrder } from "../../support/builders/guest-orders";
import { anOrder, pay, stockOf } from "../../support/builders/orders";
import { aClient, addKeys, anAdmin, anEmail, aProduct, aSku } from "../../support/builders/products";
import { aSite, callSigned } from "../../support/builders/sites";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest("owner");
type Sku = { id: number; productId: number };
type Parts = readonly (readonly [Sku, number])[];

const bodyOf = (parts: Parts, more: object = {}) => ({
  parts: parts.map(([sku, quantity]) => ({ sku_id: sku.id, quantity })),
  ...more,
});
const compose = (sku: Sku, parts: Parts, more: object = {}) =>
  staff.call<Bundle>(adminSkus.saveBundle, "PUT", {
    params: { id: String(sku.id) },
    body: bodyOf(parts, more),
  });

/** Three options: keys at 10.00, a text at 5.00, and work by hand at 3.33. */
async function theParts(options: { keys?: number; units?: number } = {}) {
  const { sku: keys } = await aProduct({ keys: options.keys ?? 5, priceCents: 1000n });
  const { sku: text } = await aProduct({ kind: "text", content: "the guide", priceCents: 500n });
  const { sku: hand } = await aProduct({ kind: "none", priceCents: 333n, units: options.units ?? 9 });
  return { keys, text, hand };
}

async function aBundle(parts: Parts, more: object = { percent: 10 }): Promise<Sku & { slug: string }> {
  const { sku, product: owner } = await aProduct({ kind: "text", priceCents: 2000n });
  const saved = await compose(sku, parts, more);
  expect(saved.status, saved.text).toBe(200);
  return { ...sku, slug: owner.slug };
}

const stocks = (...skus: Sku[]) =>
  Promise.all(
    skus.map(async ({ id }) => (await db().skuStock.findUniqueOrThrow({ where: { skuId: id } })).reserved),
  );

describe("a bundle", () => {
  it("is composed by staff, at a price of its own or by percent, and follows its parts", async () => {
    const { keys, text, hand } = await theParts();
    const { sku, product: owner } = await aProduct({ kind: "text", priceCents: 2000n });
    const saved = await compose(
      sku,
      [
        [keys, 2],
        [text, 1],
      ],
      { percent: 10 },
    );
    expect(saved.data).toMatchObject({ percent: 10, price: "22.50", parts_price: "25.00", available: 2 });
    expect(await lastAudit()).toMatchObject({ action: "sku.bundle", target: `sku:${sku.id}` });
    const shown = async () => {
      forgetAnswers();
      return (await call<ProductDetail>(page.GET, "GET", { params: { slug: owner.slug } })).data;
    };
    expect(await shown()).toMatchObject({
      price: "22.50",
      stock: 2,
      stock_status: "low_stock",
      skus: [
        {
          price: "22.50",
          stock: 2,
          parts: [
            { quantity: 2, kind: "card_key" },
            { quantity: 1, kind: "text" },
          ],
        },
      ],
    });
    const { data } = await call<ProductList>(list.GET, "GET", { path: "/api/v1/public/products" });
    expect(data.products.find(({ id }) => id === owner.id)).toMatchObject({ stock: 2, price: "22.50" });

    const dearer = { skus: [{ id: keys.id, code: "K", name: "Key", price: "20.01" }] };
    const changed = await staff.call(adminProducts.updateProduct, "PATCH", {
      params: { id: String(keys.productId) },
      body: dearer,
    });
    expect(changed.status, changed.text).toBe(200);
    // 45.02 less a tenth.
    expect((await shown()).skus[0]?.price).toBe("40.52");
    const own = await compose(
      sku,
      [
        [keys, 2],
        [text, 1],
      ],
      { price: "12.00", seen: { percent: 10 } },
    );
    expect(own.data).toMatchObject({ percent: null, price: "12.00", parts_price: "45.02" });
    const stale = await compose(sku, [[keys, 1]], { seen: { percent: 10 } });
    expectRefusal(stale, 409, /has changed meanwhile/, 40906);

    await db().sku.update({ where: { id: text.id }, data: { isActive: false } });
    expect(await shown()).toMatchObject({ stock: 0, stock_status: "out_of_stock" });
    expectRefusal(await order(sku), 409, /sold out/, 4099);
    const params = { id: String(sku.id) };
    await expectStaffOnly(adminSkus.saveBundle, "PUT", { params, body: bodyOf([[keys, 1]]) }, "support");
    const found = await staff.call<PartChoices>(adminSkus.findPartChoices, "GET", {
      params,
      path: "/?search=product",
    });
    expect(found.data.parts.map(({ sku_id }) => sku_id)).toEqual([hand.id, keys.id]);
    expect((await compose(sku, [])).data).toMatchObject({ parts: [], available: 0 });
    expect(await db().sku.findUnique({ where: { id: sku.id } })).toMatchObject({ fulfillers: [] });
  });

  it("holds no bundle, nothing twice and nothing that asks the buyer, whoever composes at once", async () => {
    const { keys, text, hand } = await theParts();
    const one = await aBundle([[keys, 1]]);
    const { sku } = await aProduct({ kind: "text" });
    expectRefusal(await compose(sku, [[one, 1]]), 400, /A bundle cannot be a part of a bundle/);
    expectRefusal(await compose(text, [[text, 1]]), 400, /A bundle cannot be a part of a bundle/);
    expectRefusal(
      await compose(sku, [
        [keys, 1],
        [keys, 1],
      ]),
      400,
      /is in the bundle already/,
    );
    expectRefusal(await compose(keys, [[text, 1]]), 409, /Only an option of a text product/, 40906);
    expectRefusal(await compose(sku, [[{ id: 999_999, productId: 0 }, 1]]), 400, /no option of this shop/);
    await db().product.update({
      where: { id: hand.productId },
      data: { formFields: [{ key: "name", type: "text", label: "Name", required: true }] },
    });
    expectRefusal(await compose(sku, [[hand, 1]]), 400, /asks the buyer questions/);
    const added = { fulfillers: ["license"], settings: { license: { product: "atlas" } } };
    const params = { id: String(one.id) };
    expectRefusal(
      await staff.call(adminSkus.saveDelivery, "PUT", { params, body: added }),
      409,
      /nothing besides/,
      40906,
    );
    const gone = await staff.call(adminProducts.deleteProduct, "DELETE", {
      params: { id: String(keys.productId) },
    });
    expect(gone.status).toBe(409);

    const { sku: other } = await aProduct({ kind: "text" });
    const both = await Promise.all([compose(sku, [[other, 1]]), compose(other, [[sku, 1]])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect(await db().bundlePart.count({ where: { bundleSkuId: { in: [sku.id, other.id] } } })).toBe(1);
  });

  it("becomes its parts at the sale, whose shares sum to its price to the cent", async () => {
    const { keys, text, hand } = await theParts();
    const sku = await aBundle(
      [
        [keys, 1],
        [text, 1],
        [hand, 1],
      ],
      { price: "9.99" },
    );
    await db().coupon.create({
      data: { code: "TENTH", kind: "percent", percent: 10, productIds: [sku.productId] },
    });
    const { data, status, text: said } = await order(sku, { quantity: 2, coupon_code: "TENTH" });
    expect(status, said).toBe(200);
    expect(data).toMatchObject({ original_amount: "19.98", discount_amount: "2.00", amount: "17.98" });
    expect(data.items).toHaveLength(3);
    const cents = (money: string) => Math.round(Number(money) * 100);
    expect(data.items.reduce((sum, { total_price }) => sum + cents(total_price), 0)).toBe(1798);
    for (const item of data.items)
      expect(item).toMatchObject({
        quantity: 2,
        bundle: { line: 1, sku_id: sku.id, product_id: sku.productId, slug: sku.slug, quantity: 2 },
      });
    expect(await stocks(keys, text, hand)).toEqual([2, 2, 2]);
    const listed = async (lang?: "zh") =>
      (await listOrders(adminOrdersQuery.parse({ search: data.order_no }), lang)).orders;
    const names = data.items.map(({ title }) => title).join(", ");
    expect(await listed()).toMatchObject([
      { title: `${data.items[0]?.bundle?.title} (${names})`, quantity: 2 },
    ]);
    // Staff read the list in their own language.
    const translations = { zh: { title: "灯" } };
    await db().product.updateMany({ data: { translations } });
    expect(await listed("zh")).toMatchObject([{ title: "灯 (灯, 灯, 灯)" }]);
    const id = await orderIdOf(data.order_no);
    await pay(id);
    const read = async () => (await readOrder(data.order_no, data.guest_token)).data;
    const paid = await read();
    expect(paid.items.map((item) => item.fulfillment.status)).toEqual(["ready", "ready", "processing"]);
    expect(paid.items[0]?.fulfillment.secrets).toHaveLength(2);
    expect(paid.items[1]?.fulfillment.payload).toBe("the guide");
    expect(paid.fulfillment_status).toBe("processing");
    const command = { actor: await anAdmin(), client: aClient(), orderNo: data.order_no };
    await deliverByHand(command, { item: 3, content: "made by hand" });
    expect(await read()).toMatchObject({ status: "delivered", fulfillment_status: "ready" });
    expect((await stockOf(keys.id)).counters).toEqual({ available: 3, reserved: 0, sold: 2 });
  });

  it("is reserved whole or not at all when two buyers want the last unit of its third part", async () => {
    const { keys, text, hand } = await theParts({ units: 1 });
    const sku = await aBundle([
      [keys, 1],
      [text, 1],
      [hand, 1],
    ]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => order(sku)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) expectRefusal(answer, 409, /sold out/, 4099);
    expect(await stocks(keys, text, hand)).toEqual([1, 1, 1]);
    expect((await stockOf(keys.id)).rows).toEqual({ available: 4, reserved: 1, sold: 0 });
    expect(await db().order.count()).toBe(1);
    const [first] = await db().order.findMany();
    await inTransaction((tx) => closeOrder(tx, first?.id ?? 0, "canceled", "test"));
    expect(await stocks(keys, text, hand)).toEqual([0, 0, 0]);
  });

  it("tells who waits for it when the part that was short is back", async () => {
    const { keys, hand } = await theParts({ keys: 1 });
    const sku = await aBundle([
      [keys, 2],
      [hand, 1],
    ]);
    overrideConfig({ "mail.smtpUrl": "smtp://127.0.0.1:1", "mail.from": "shop@example.com" });
    const email = anEmail();
    const asked = await askForNotice({ skuId: sku.id, email, locale: "en", userId: null });
    expect(asked).toEqual({ asked: true });
    await confirmNotices(sealAddress(email));
    const due = () => findDueNotices(db(), { perSku: 10, limit: 10 });
    expect(await due()).toEqual([]);
    await addKeys(keys.id, 1, 2);
    expect(await due()).toHaveLength(1);
    await expect(
      askForNotice({ skuId: sku.id, email: anEmail(), locale: "en", userId: null }),
    ).rejects.toMatchObject({
      kind: "state_conflict",
    });
  });

  it("is quoted again as the bundle that it was when late money comes", async () => {
    const { keys, text } = await theParts();
    const sku = await aBundle(
      [
        [keys, 1],
        [text, 1],
      ],
      { price: "7.00" },
    );
    const { orderId } = await anOrder({ sku, quantity: 2 });
    await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));
    const keeps = () => inTransaction((tx) => keepsItsPrice(tx, orderId));
    expect(await keeps()).toBe(true);
    await db().sku.update({ where: { id: sku.id }, data: { priceCents: 701n } });
    expect(await keeps()).toBe(false);
  });

  it("is not offered to agent sites", async () => {
    const { keys } = await theParts();
    const sku = await aBundle([[keys, 1]]);
    const { data } = await callSigned<{ products: { id: number }[] }>(await aSite(), upstream.GET, "GET", {
      path: "/api/v1/upstream/products",
    });
    const ids = data.products.map(({ id }) => id);
    expect([ids.includes(keys.productId), ids.includes(sku.productId)]).toEqual([true, false]);
  });
});

it("an option added to a product that has bundles is sold as before", async () => {
  const { sku } = await aProduct({ kind: "text", content: "plain" });
  const { sku: part } = await aProduct({ keys: 3 });
  const bundle = await aSku(sku.productId, { kind: "text" });
  expect((await compose(bundle, [[part, 1]], { percent: 0 })).data).toMatchObject({ price: "9.90" });
  const { data } = await order(sku);
  expect(data.items).toHaveLength(1);
  expect(data.items[0]).not.toHaveProperty("bundle");
});

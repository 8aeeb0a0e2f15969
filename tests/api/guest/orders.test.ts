import { describe, expect, it } from "vitest";
import { POST as create, GET as nothing } from "@/app/api/v1/guest/orders/route";
import { GET as readProduct } from "@/app/api/v1/public/products/[slug]/route";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { newToken } from "@/lib/core/ids";
import { maxCents } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import { type Created, order, readOrder } from "../../support/builders/guest-orders";
import { stockOf } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { anEmail, anIp, aProduct, aSku } from "../../support/builders/products";
import { call } from "../../support/harness/call";

describe("POST /api/v1/guest/orders", () => {
  it("creates an order, reserves its stock and returns the guest token once", async () => {
    const { sku, product } = await aProduct({ keys: 2, priceCents: 990n });
    const answer = await order(sku, { quantity: 2 });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ status_code: 0, msg: "success" });
    expect(answer.data).toMatchObject({
      status: "pending_payment",
      payment_status: "unpaid",
      fulfillment_status: "pending",
      amount: "19.80",
      items: [
        {
          id: 1,
          product_id: product.id,
          sku_id: sku.id,
          quantity: 2,
          unit_price: "9.90",
          total_price: "19.80",
        },
      ],
    });
    expect(answer.data.guest_token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(answer.data.fulfillment).toEqual({ status: "pending" });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 0, reserved: 2, sold: 0 });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("answers with the very order that is read back", async () => {
    const { sku } = await aProduct({ keys: 1, product: { instructions: "Enter it at the desk" } });
    const { guest_token, ...created } = (await order(sku)).data;
    expect((await readOrder(created.order_no, guest_token)).data).toEqual(created);
  });

  it("takes several lines as items", async () => {
    const { product, sku } = await aProduct({ keys: 2 });
    const second = await aSku(product.id, { keys: 1, priceCents: 100n });
    const items = [
      { product_id: product.id, sku_id: sku.id, quantity: 1 },
      { product_id: product.id, sku_id: second.id, quantity: 1 },
    ];
    const answer = await call<Created>(create, "POST", { body: { items, email: anEmail() }, ip: anIp() });
    expect(answer.data).toMatchObject({
      amount: "10.90",
      items: [{ id: 1 }, { id: 2, total_price: "1.00" }],
    });
  });

  it("lets a buyer whom the stock refused read the new stock at once, whatever was answered a moment ago", async () => {
    const { product, sku } = await aProduct({ keys: 2 });
    const readStock = async () => {
      const params = { slug: product.slug };
      const path = `/api/v1/public/products/${product.slug}`;
      const { data } = await call<ProductDetail>(readProduct, "GET", { params, path });
      return data.skus.map(({ stock }) => stock);
    };
    expect((await order(sku)).status).toBe(200);
    expect(await readStock()).toEqual([1]);
    expect((await order(sku)).status).toBe(200);
    expect((await order(sku)).json.status_code).toBe(4099);
    expect(await readStock()).toEqual([0]);
  });

  it("ignores a price, a total or a status that the client sends [O8]", async () => {
    const { sku } = await aProduct({ keys: 1, priceCents: 990n });
    const answer = await order(sku, {
      price: "0.01",
      amount: "0.00",
      total: 0,
      status: "paid",
      payment_status: "paid",
    });
    expect(answer.data).toMatchObject({
      amount: "9.90",
      status: "pending_payment",
      payment_status: "unpaid",
    });
  });

  it.each([0, -1, 1.5, "2", 1e9, null, [1], 2147483648, 1001])(
    "refuses the quantity %j and writes nothing [O9]",
    async (quantity) => {
      const { sku } = await aProduct({ keys: 3 });
      const answer = await order(sku, { quantity });
      expect(answer.status).toBe(400);
      expect(answer.json).toMatchObject({ status_code: 400, data: null });
      expect(answer.json.msg).toMatch(/^quantity: /);
      expect(await db().order.count()).toBe(0);
    },
  );

  it.each([
    ["email", { email: "not-an-address" }],
    ["email", { email: "a@b.c\r\nBcc: x@y.z" }],
    ["product_id", { product_id: "1" }],
    ["product_id", { product_id: undefined }],
    ["sku_id", { sku_id: 0 }],
    ["payment_channel_id", { payment_channel_id: "x" }],
    ["locale", { locale: "xx" }],
    ["items", { items: [] }],
  ])("names the member %s when it is wrong", async (field, body) => {
    const { sku } = await aProduct({ keys: 1 });
    const answer = await order(sku, body);
    expect(answer.status).toBe(400);
    expect(answer.json.msg).toMatch(new RegExp(`^${field}: `));
  });

  it("answers 404 for a product that is unknown or off sale and 4099 when it is sold out", async () => {
    const { sku } = await aProduct({ keys: 1 });
    expect((await order({ id: sku.id, productId: 999_999 })).status).toBe(404);
    const draft = await aProduct({ keys: 1, product: { status: "draft" } });
    expect((await order(draft.sku)).status).toBe(404);
    const hidden = await aProduct({ keys: 1 });
    await db().category.update({ where: { id: hidden.product.categoryId }, data: { isActive: false } });
    expect((await order(hidden.sku)).status).toBe(404);
    expect((await order({ id: sku.id, productId: 9_007_199_254_740_991 })).status).toBe(404);
    await order(sku);
    const short = await order(sku);
    expect([short.status, short.json.status_code]).toEqual([409, 4099]);
  });

  it("40302: sells a members' product to members only", async () => {
    const { sku } = await aProduct({ keys: 1, product: { purchaseType: "member" } });
    expect((await order(sku)).json.status_code).toBe(40302);
  });

  it("40004: asks for the buyer's form of a manual product", async () => {
    const formFields = [
      { key: "account", type: "text", label: "Account", required: true, pattern: "[a-z]{3,}" },
    ];
    const { sku } = await aProduct({ kind: "none", product: { formFields } });
    const missing = await order(sku);
    expect(missing.json).toMatchObject({ status_code: 40004, msg: "form.account: Account is required" });
    expect((await order(sku, { form: { account: "A1" } })).json.status_code).toBe(40004);
    expect((await order(sku, { form: { account: "gamer", extra: "dropped" } })).status).toBe(200);
    expect(await db().orderItem.findFirst()).toMatchObject({ form: { account: "gamer" } });
  });

  it("refuses bodies that two readers could understand differently [C9]", async () => {
    const send = (raw: string, type = "application/json") =>
      call(create, "POST", { raw, headers: { "content-type": type }, ip: anIp() });
    expect((await send("{")).status).toBe(400);
    expect((await send("[]")).status).toBe(400);
    expect((await send(`${"[".repeat(40)}${"]".repeat(40)}`)).json.msg).toContain("nested deeper");
    expect((await send('{"__proto__":{"a":1}}')).json.msg).toContain("__proto__");
    expect((await send('{"email":"a\\u0000@b.cc"}')).json.msg).toContain("U+0000");
    expect((await send('{"email":"\\ud800"}')).status).toBe(400);
    expect((await send('{"email":"x"}', "text/plain")).status).toBe(415);
    expect((await send(`{"note":"${"x".repeat(300_000)}"}`)).status).toBe(413);
  });

  it("twenty equal requests with one key make one order and give twenty equal answers [O10]", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const body = { email: anEmail() };
    const headers = { "Idempotency-Key": newToken() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(sku, body, headers)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => JSON.stringify(answer.data))).size).toBe(1);
    expect(await db().order.count()).toBe(1);
    const other = await order(sku, { ...body, quantity: 2 }, headers);
    expect([other.status, other.json.status_code]).toEqual([409, 40905]);
  });

  it("a repeat is the first answer, and says so, also when the shop would refuse it by now [O10, C131]", async () => {
    const { sku, product } = await aProduct({ keys: 3, priceCents: 990n });
    await db().coupon.create({
      data: { code: "ONCE", kind: "fixed", valueCents: 100n, totalLimit: 1 },
    });
    const body = { email: anEmail(), coupon_code: "ONCE" };
    const headers = { "Idempotency-Key": newToken() };
    const first = await order(sku, body, headers);
    expect(first.data).toMatchObject({ amount: "8.90", guest_token: expect.any(String) });
    expect((await order(sku, { ...body, email: anEmail() })).json.status_code).toBe(40003);
    const again = await order(sku, body, headers);
    expect(again.data).toEqual(first.data);
    const isReplayed = [first, again].map((answer) => answer.headers.get("idempotent-replayed"));
    expect(isReplayed).toEqual([null, "true"]);
    await db().product.update({ where: { id: product.id }, data: { status: "archived" } });
    expect((await order(sku, body, headers)).data).toEqual(first.data);
    expect((await order(sku, body, { "Idempotency-Key": newToken() })).status).toBe(404);
    expect(await db().order.count()).toBe(1);
  });

  it("takes null for every member that may be missing", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const nothing = {
      sku_id: null,
      items: null,
      coupon_code: null,
      form: null,
      payment_channel_id: null,
      use_balance: null,
      locale: null,
      captcha: null,
    };
    expect((await order(sku, nothing)).status).toBe(200);
    expect((await order(sku, { email: null })).json.msg).toMatch(/^email: /);
  });

  it("limits unpaid orders of an address and of a mailbox", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const email = anEmail();
    const withKey = (key: string) => order(sku, { email }, { "Idempotency-Key": key });
    const first = await withKey("first-key-of-a-guest");
    for (let n = 0; n < 2; n++) expect((await order(sku, { email })).status).toBe(200);
    for (const refused of [await order(sku, { email }), await withKey("another-key-of-a-guest")]) {
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("60");
    }
    expect((await withKey("first-key-of-a-guest")).data).toEqual(first.data);
  });

  it("refuses an Idempotency-Key that can be guessed", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const answer = await order(sku, {}, { "Idempotency-Key": "123456789012345" });
    expect(answer.status).toBe(400);
    expect(answer.json.msg).toMatch(/Idempotency-Key/);
    expect((await order(sku, {}, { "Idempotency-Key": "1234567890123456" })).status).toBe(200);
  });

  it("refuses a channel whose fee pushes the sum past 12 digits before an order is made", async () => {
    const { sku } = await aProduct({ keys: 2, priceCents: maxCents });
    const channelId = await aChannel(
      { gateway_url: "https://pay.example.com/", pid: "1", key: "k", currency: "USD" },
      { feeBps: 1 },
    );
    const answer = await order(sku, { payment_channel_id: channelId });
    expect(answer.status).toBe(400);
    expect(answer.json.msg).toMatch(/payment_channel_id.*too large/);
    expect(await db().order.count()).toBe(0);
  });

  it("counts an IPv6 line as one address, whatever it ends with", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const from = (ip: string) =>
      call(create, "POST", { body: { product_id: sku.productId, quantity: 1, email: anEmail() }, ip });
    for (const end of ["::1", ":8000::2", ":0:0:ffff:3", ":a:b:c:d", "::"])
      expect((await from(`2001:db8:0:7${end}`)).status).toBe(200);
    expect((await from("2001:db8:0:7::9")).json.msg).toMatch(/unpaid orders/);
    for (let n = 0; n < 4; n++) await from(`2001:db8:0:7::${n}`);
    expect((await from("2001:db8:0:7:1:2:3:4")).json.msg).toMatch(/^Too many requests/);
    expect((await from("2001:db8:0:8::1")).status).toBe(200);
    // A neighbour in the same building, with the name of our own interface behind the address.
    expect((await from("fe80::1%eth0")).status).toBe(200);
  });

  it("limits orders of one address by the minute [A28]", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const send = () =>
      call(create, "POST", {
        body: { product_id: sku.productId, quantity: 0, email: anEmail() },
        ip: "198.51.100.254",
      });
    for (let n = 0; n < 10; n++) expect((await send()).status).toBe(400);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("answers 405 in the envelope with the methods that are possible", async () => {
    const answer = await call(nothing, "GET");
    expect([answer.status, answer.json.status_code, answer.headers.get("allow")]).toEqual([
      405,
      405,
      "POST, OPTIONS",
    ]);
  });
});

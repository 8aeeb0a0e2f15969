import { describe, expect, it } from "vitest";
import { POST as cancel } from "@/app/api/v1/guest/orders/[order_no]/cancel/route";
import { GET as download } from "@/app/api/v1/guest/orders/[order_no]/secrets.txt/route";
import { POST as preview } from "@/app/api/v1/guest/orders/preview/route";
import { POST as recover } from "@/app/api/v1/guest/orders/recover/route";
import { POST as create } from "@/app/api/v1/guest/orders/route";
import { testClock } from "@/lib/core/clock";
import { newOrderNo, newToken } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import type { OrderDetail } from "@/lib/orders/schema";
import { order, orderIdOf, readOrder } from "../../support/builders/guest-orders";
import { pay, stockOf } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { anEmail, anIp, aProduct, keyOf } from "../../support/builders/products";
import { call } from "../../support/harness/call";

describe("GET /api/v1/guest/orders/:order_no", () => {
  it("shows the keys after payment to the holder of the token only [C26]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const { data: mine } = await order(sku);
    const { data: other } = await order(sku);
    await pay(await orderIdOf(mine.order_no));
    const paid = await readOrder(mine.order_no, mine.guest_token);
    expect(paid.data).toMatchObject({
      status: "delivered",
      fulfillment: { status: "ready", payload: keyOf(sku.id, 1) },
      items: [{ fulfillment: { status: "ready", secrets: [keyOf(sku.id, 1)] } }],
    });
    const text = await call(download, "GET", {
      params: { order_no: mine.order_no },
      token: mine.guest_token,
    });
    expect(text.text).toBe(keyOf(sku.id, 1));
    expect(text.headers.get("content-disposition")).toContain("attachment");

    const foreign = await readOrder(mine.order_no, other.guest_token);
    const unknown = await readOrder(newOrderNo(), other.guest_token);
    const malformed = await readOrder("../etc/passwd", other.guest_token);
    for (const answer of [foreign, unknown, malformed]) {
      expect([answer.status, answer.json.msg, answer.json.data]).toEqual([404, unknown.json.msg, null]);
    }
  });

  it("hands a text over as the one document that it is, and names the kind", async () => {
    const content = "First line\n\nhttps://example.com/start\n\nLast line";
    const { sku } = await aProduct({ kind: "text", content });
    const { data } = await order(sku);
    await pay(await orderIdOf(data.order_no));
    const paid = await readOrder(data.order_no, data.guest_token);
    expect(paid.data.items).toMatchObject([
      { kind: "text", fulfillment: { payload: content, secrets: [content] } },
    ]);
  });

  it("says of what a person prepares within how many hours, as the product named them when it was sold", async () => {
    const [{ product, sku }, { sku: instant }] = await Promise.all([
      aProduct({ kind: "none", units: 3, product: { deliveryHours: 12 } }),
      aProduct({ keys: 1, product: { deliveryHours: 12 } }),
    ]);
    const [{ data: byHand }, { data: atOnce }] = [await order(sku), await order(instant)];
    await db().product.update({ where: { id: product.id }, data: { deliveryHours: null } });
    for (const [made, hours] of [
      [byHand, 12],
      [atOnce, undefined],
    ] as const) {
      const { data } = await readOrder(made.order_no, made.guest_token);
      expect(data.items.map(({ delivery_hours }) => delivery_hours)).toEqual([hours]);
    }
  });

  it("shows the buyer their own answers with the questions they belong to", async () => {
    const formFields = [
      { key: "note", type: "textarea", label: "Anything else?", required: false },
      { key: "name", type: "text", label: "Who is in the picture?", required: true },
    ];
    const { sku } = await aProduct({ kind: "none", product: { formFields } });
    const { data } = await order(sku, { form: { name: "Ada", note: "Smiling" } });
    const answers = [
      { label: "Anything else?", value: "Smiling" },
      { label: "Who is in the picture?", value: "Ada" },
    ];
    expect(data.items).toMatchObject([{ kind: "none", answers }]);
    expect((await readOrder(data.order_no, data.guest_token)).data.items).toMatchObject([{ answers }]);
  });

  it("asks for a token that is known [O16]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(sku);
    for (const token of [undefined, newToken(), "short", data.guest_token.toLowerCase()]) {
      expect((await readOrder(data.order_no, token)).status).toBe(401);
    }
  });

  it("the token lives as long as the order [O18]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(sku);
    testClock.advance(400 * 86_400);
    expect((await readOrder(data.order_no, data.guest_token)).data.status).toBe("expired");
    await db().guestToken.deleteMany({ where: { order: { orderNo: data.order_no } } });
    expect((await readOrder(data.order_no, data.guest_token)).status).toBe(401);
  });

  it("tokens and numbers are random, and the database holds no usable token [O17]", async () => {
    const tokens = new Set(Array.from({ length: 10_000 }, newToken));
    const numbers = new Set(Array.from({ length: 10_000 }, newOrderNo));
    expect([tokens.size, numbers.size]).toEqual([10_000, 10_000]);
    expect(new Set([...tokens].map((token) => token.slice(0, 8))).size).toBe(10_000);
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(sku);
    const [row] = await db().guestToken.findMany();
    expect(row?.tokenHash.length).toBe(32);
    expect(Buffer.from(row?.tokenHash ?? []).toString("base64url")).not.toBe(data.guest_token);
  });
});

describe("cancel and preview", () => {
  it("POST /guest/orders/:order_no/cancel gives the stock back and can be repeated", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { data } = await order(sku);
    const send = () =>
      call<OrderDetail>(cancel, "POST", { params: { order_no: data.order_no }, token: data.guest_token });
    expect((await send()).data.status).toBe("canceled");
    expect((await send()).data.status).toBe("canceled");
    expect((await stockOf(sku.id)).counters).toEqual({ available: 1, reserved: 0, sold: 0 });
    const { data: next } = await order(sku);
    await pay(await orderIdOf(next.order_no));
    const late = await call(cancel, "POST", { params: { order_no: next.order_no }, token: next.guest_token });
    expect([late.status, late.json.status_code]).toEqual([409, 40906]);
  });

  it("POST /guest/orders/preview prices without reserving", async () => {
    const { sku } = await aProduct({ keys: 5, priceCents: 250n });
    const answer = await call(preview, "POST", {
      body: { product_id: sku.productId, quantity: 4 },
      ip: anIp(),
    });
    expect(answer.data).toMatchObject({
      original_amount: "10.00",
      discount_amount: "0.00",
      payable_amount: "10.00",
    });
    expect((await stockOf(sku.id)).counters.reserved).toBe(0);
  });

  it("POST /guest/orders/preview and the order itself limit guesses of a coupon", async () => {
    const { sku } = await aProduct({ keys: 5 });
    await db().coupon.create({ data: { code: "FOUND", kind: "percent", percent: 10 } });
    const ip = anIp();
    const send = (handler: typeof preview, coupon_code?: string) =>
      call<{ coupon_code: string }>(handler, "POST", {
        body: { product_id: sku.productId, quantity: 1, email: anEmail(), coupon_code },
        ip,
      });
    for (let n = 0; n < 15; n++) {
      expect((await send(preview, `GUESS${n}`)).json.status_code).toBe(40003);
      expect((await send(preview, "FOUND")).data.coupon_code).toBe("FOUND");
    }
    testClock.advance(30);
    for (let n = 0; n < 9; n++) expect((await send(create, `GUESS${n}`)).json.status_code).toBe(40003);
    for (let n = 0; n < 6; n++) expect((await send(preview, `GUESS${n}`)).json.status_code).toBe(40003);
    for (const refused of [await send(preview, "FOUND"), await send(preview, "GUESS")]) {
      expect(refused.status).toBe(429);
      expect(refused.json.msg).toMatch(/^coupon_code: Too many/);
    }
    expect((await send(preview)).status).toBe(200);
    testClock.advance(31);
    expect((await send(preview, "FOUND")).status).toBe(200);
  });

  it("POST /guest/orders/preview names the fee of the channel, and the gateway asks for just that sum", async () => {
    const { sku } = await aProduct({ keys: 5, priceCents: 333n });
    const channelId = await aChannel(
      {
        gateway_url: "https://pay.example",
        pid: "1001",
        key: "k".repeat(32),
        type: "alipay",
        currency: "USD",
      },
      { feeBps: 150 },
    );
    const lines = { product_id: sku.productId, quantity: 3, payment_channel_id: channelId };
    const { data: priced } = await call(preview, "POST", { body: lines, ip: anIp() });
    expect(priced).toMatchObject({ amount: "9.99", fee_amount: "0.15", payable_amount: "10.14" });
    const { data } = await order(sku, { quantity: 3, payment_channel_id: channelId });
    expect(data).toMatchObject({ amount: "9.99", payment: { amount: "10.14" } });
    expect(priced).toMatchObject({ gateway_amount: null, gateway_currency: null });
    const foreign = await aChannel(
      {
        gateway_url: "https://pay.example",
        pid: "1001",
        key: "k".repeat(32),
        type: "alipay",
        currency: "CNY",
      },
      { rate: "7.12" },
    );
    const { data: charged } = await call(preview, "POST", {
      body: { ...lines, payment_channel_id: foreign },
      ip: anIp(),
    });
    expect(charged).toMatchObject({
      payable_amount: "9.99",
      gateway_amount: "71.13",
      gateway_currency: "CNY",
    });
    const unknown = await call(preview, "POST", {
      body: { ...lines, payment_channel_id: 99_999 },
      ip: anIp(),
    });
    expect([unknown.status, unknown.json.msg]).toEqual([
      400,
      "payment_channel_id: is not a payment method of this shop",
    ]);
  });
});

describe("POST /api/v1/guest/orders/recover", () => {
  it("does and says the same for a known and an unknown address, three times an hour [O19]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const known = anEmail();
    await order(sku, { email: known });
    for (const email of [known, anEmail()]) {
      for (let n = 0; n < 3; n++) {
        const answer = await call(recover, "POST", { body: { email } });
        expect([answer.status, answer.data]).toEqual([200, { sent: true }]);
      }
      expect((await call(recover, "POST", { body: { email } })).status).toBe(429);
    }
    const [jobs] = await db().$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE task_identifier = 'order.recovery'`;
    expect(jobs?.count).toBe(6);
  });
});

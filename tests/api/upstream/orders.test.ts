import { describe, expect, it } from "vitest";
import * as unknown from "@/app/api/v1/[[...path]]/route";
import * as orders from "@/app/api/v1/upstream/orders/route";
import { db } from "@/lib/db/client";
import { stockOf } from "../../support/builders/orders";
import { aProduct, aSku } from "../../support/builders/products";
import { aSite, callSigned } from "../../support/builders/sites";
import { agentOfTest, anOrderBody, codeOf, mainSite } from "../../support/fakes/main-site";
import { call } from "../../support/harness/call";

const { agent, main } = agentOfTest();

describe("POST /upstream/orders", () => {
  it("reserves the stock and answers number, amount and expiry [C44]", async () => {
    const { sku } = await aProduct({ keys: 5, priceCents: 990n });
    const { status, data } = await main.create(
      anOrderBody(sku, { quantity: 2, customer_email: "b@example.com", metadata: { a: 1 } }),
    );
    expect(status).toBe(200);
    expect(data).toMatchObject({ amount: "19.80", upstream_order_no: expect.stringMatching(/^K/) });
    const minutes = (Date.parse(data.expire_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThan(30.1);
    expect((await stockOf(sku.id)).counters).toEqual({ available: 3, reserved: 2, sold: 0 });
  });

  it("the only SKU may be left out, one of several may not [C44]", async () => {
    const { product, sku } = await aProduct({ keys: 2 });
    expect((await main.create(anOrderBody(sku, { sku_id: undefined }))).status).toBe(200);
    await aSku(product.id, { keys: 1 });
    expect(codeOf(await main.create(anOrderBody(sku, { sku_id: undefined })))).toEqual([400, 4001]);
  });

  it("answers 4004 for unknown and inactive products, 4001 for wrong quantities and 4099 for a shortage [C44, C5]", async () => {
    const { product, sku } = await aProduct({ keys: 2, product: { maxQuantity: 50 } });
    const draft = await aProduct({ keys: 2, product: { status: "draft" } });
    expect(codeOf(await main.create(anOrderBody({ id: 99_999, productId: product.id })))).toEqual([
      404, 4004,
    ]);
    expect(codeOf(await main.create(anOrderBody({ id: sku.id, productId: 99_999 })))).toEqual([404, 4004]);
    expect(codeOf(await main.create(anOrderBody(draft.sku)))).toEqual([404, 4004]);
    expect(codeOf(await main.create(anOrderBody({ id: sku.id, productId: 3_000_000_000 })))).toEqual([
      404, 4004,
    ]);
    const hidden = await aProduct({ keys: 2 });
    await db().category.update({ where: { id: hidden.product.categoryId }, data: { isActive: false } });
    expect(codeOf(await main.create(anOrderBody(hidden.sku)))).toEqual([404, 4004]);
    for (const quantity of [0, -1, 1.5, "2", 1001, 51, 1e9, null, [1], 2_147_483_648]) {
      expect(codeOf(await main.create(anOrderBody(sku, { quantity }))), JSON.stringify(quantity)).toEqual([
        400, 4001,
      ]);
    }
    expect(codeOf(await main.create(anOrderBody(sku, { quantity: 3 })))).toEqual([409, 4099]);
    expect(await db().order.count()).toBe(0);
  });

  it.each([
    ["no downstream_order_no", { downstream_order_no: undefined }],
    ["an empty downstream_order_no", { downstream_order_no: "" }],
    ["a downstream_order_no that is too long", { downstream_order_no: "x".repeat(65) }],
    ["a wrong e-mail address", { customer_email: "nobody" }],
    ["metadata that is a list", { metadata: [1] }],
    ["metadata above 8 KiB", { metadata: { a: "x".repeat(9000) } }],
    ["a product_id that is a text", { product_id: "1" }],
  ])("%s is 4001 and names the field [C44]", async (_, changes) => {
    const { sku } = await aProduct({ keys: 1 });
    const answer = await main.create(anOrderBody(sku, changes));
    expect(codeOf(answer)).toEqual([400, 4001]);
    expect(answer.json.msg).toContain(Object.keys(changes)[0]);
  });

  it("the same number ten times at once is one order, and with other content a conflict [N14]", async () => {
    const { sku } = await aProduct({ keys: 30 });
    const body = anOrderBody(sku, { quantity: 2, metadata: { b: 1, a: 2 } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => main.create(body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(answers.map(({ data }) => data.upstream_order_no)).size).toBe(1);
    expect((await stockOf(sku.id)).rows).toEqual({ available: 28, reserved: 2, sold: 0 });
    expect((await main.create({ ...body, metadata: { a: 2, b: 1 }, sku_id: undefined })).data).toEqual(
      answers[0]?.data,
    );
    for (const changes of [{ quantity: 3 }, { metadata: { a: 3 } }, { customer_email: "x@example.com" }]) {
      expect(codeOf(await main.create({ ...body, ...changes }))).toEqual([409, 4090]);
    }
    expect(codeOf(await main.create({ ...body, product_id: 99_999 }))).toEqual([404, 4004]);
  });

  it("an agent's number is its own [N14]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const body = anOrderBody(sku);
    const mine = await main.create(body);
    const theirs = await mainSite(await aSite()).create(body);
    expect(theirs.status).toBe(200);
    expect(theirs.data.upstream_order_no).not.toBe(mine.data.upstream_order_no);
  });

  it("makes exactly 25 of 40 agents' orders for 25 keys [O1]", async () => {
    const { sku } = await aProduct({ keys: 25 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => main.create(anOrderBody(sku))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.filter(({ json }) => json.status_code === 4099)).toHaveLength(15);
  });

  it("a callback that is sent to it is no order [N12]", async () => {
    const callback = {
      event: "order.fulfilled",
      upstream_order_no: "U1",
      downstream_order_no: "A1",
      fulfillment: { status: "ready", payload: "X" },
      timestamp: "2026-01-01T00:00:00Z",
    };
    expect(codeOf(await main.create(callback))).toEqual([400, 4001]);
  });

  it("deep, large and doubled JSON is refused at once [N19, N21]", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(codeOf(await main.create(undefined, { raw: deep }))).toEqual([400, 4001]);
    expect(codeOf(await main.create(undefined, { raw: `{"a":"${"x".repeat(10 * 1024 * 1024)}"}` }))).toEqual([
      413, 4013,
    ]);
    expect(codeOf(await main.create(undefined, { raw: '{"quantity":1,"quantity":2}' }))).toEqual([400, 4001]);
    expect(codeOf(await main.create(undefined, { raw: '{"__proto__":{}}' }))).toEqual([400, 4001]);
    expect(codeOf(await main.create(undefined, { raw: "not json" }))).toEqual([400, 4001]);
  });

  it("another method is refused in the envelope, by no code that means HTTP 400 [C1, C206]", async () => {
    const answer = await callSigned(agent, orders.GET, "GET");
    expect([answer.status, answer.json.status_code, answer.json.data]).toEqual([405, 405, null]);
    expect(answer.headers.get("allow")).toContain("POST");
  });

  it("another method and an unknown path ask for the proof first, and are rows of the log [C5, C48]", async () => {
    const path = "/api/v1/upstream/nothing";
    const lastRow = () =>
      db().requestLog.findFirst({
        orderBy: { id: "desc" },
        select: { method: true, path: true, statusCode: true },
      });
    expect(codeOf(await call(orders.PUT, "PUT", { path: "/api/v1/upstream/orders" }))).toEqual([403, 4003]);
    expect(await lastRow()).toEqual({ method: "PUT", path: "/api/v1/upstream/orders", statusCode: 4003 });
    expect(codeOf(await call(unknown.GET, "GET", { path }))).toEqual([403, 4003]);
    expect(codeOf(await callSigned(agent, unknown.GET, "GET", { path }))).toEqual([404, 4004]);
    expect(await lastRow()).toEqual({ method: "GET", path, statusCode: 4004 });
    expect(codeOf(await call(unknown.GET, "GET", { path: "/api/v1/nothing" }))).toEqual([404, 404]);
  });
});

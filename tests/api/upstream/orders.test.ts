import { beforeEach, describe, expect, it } from "vitest";
import * as orders from "@/app/api/v1/upstream/orders/route";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";
import { releaseHeldOrders } from "@/lib/interconnect/main/release-held-orders";
import { closeOrder, sweepOrders } from "@/lib/orders/close-order";
import { refundOrder } from "@/lib/orders/refund-order";
import { aCategory, aClient, addKeys, anAdmin, aProduct, aSku, keyOf } from "../../support/builders";
import { anOrderBody, aPaidBody, mainSite } from "../../support/main-site";
import { stockOf } from "../../support/orders";
import { aSite, callSigned } from "../../support/sites";

let agent: Awaited<ReturnType<typeof aSite>>;
let main: ReturnType<typeof mainSite>;

beforeEach(async () => {
  agent = await aSite();
  main = mainSite(agent);
});

const code = (answer: { status: number; json: { status_code: number } }) => [
  answer.status,
  answer.json.status_code,
];
const settle = (settlementMode: "trust" | "prepaid" | "hold") =>
  db().site.update({ where: { id: agent.site.id }, data: { settlementMode } });
const topUp = async (amount: bigint) =>
  moveDeposit(await anAdmin(), aClient(), agent.site.id, {
    direction: "in",
    amount,
    remark: "",
    request_key: crypto.randomUUID(),
  });

describe("GET /upstream/products", () => {
  it("C43: has the specified members, the agent's own price, the SKUs and a time", async () => {
    const category = await aCategory({ name: "Games" });
    const { product, sku } = await aProduct({
      keys: 3,
      priceCents: 1000n,
      product: { categoryId: category.id },
    });
    const second = await aSku(product.id, { keys: 2, priceCents: 2000n });
    await db().sitePrice.create({ data: { siteId: agent.site.id, skuId: sku.id, priceCents: 850n } });
    const { data } = await main.products();
    expect(data).toMatchObject({ total: 1, page: 1, per_page: 50 });
    expect(data.products[0]).toEqual({
      id: product.id,
      slug: product.slug,
      title: product.title,
      price: "8.50",
      stock: 5,
      auto_secret_kind: "card_key",
      category: "Games",
      active: true,
      skus: [
        { id: sku.id, code: sku.code, name: sku.name, price: "8.50", stock: 3 },
        { id: second.id, code: second.code, name: second.name, price: "20.00", stock: 2 },
      ],
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it("C43: a level's discount is the price where the list has none", async () => {
    const level = await db().memberLevel.create({
      data: { slug: "partner", name: "Partner", discountPercent: 20 },
    });
    const partner = await aSite({ memberLevelId: level.id });
    await aProduct({ keys: 1, priceCents: 1000n });
    expect((await mainSite(partner).products()).data.products[0]).toMatchObject({ price: "8.00" });
    expect((await main.products()).data.products[0]).toMatchObject({ price: "10.00" });
  });

  it("C43: what changed after a time comes back, what did not stays away, and what left the shelf is said to have", async () => {
    const { product, sku } = await aProduct({ keys: 1 });
    const other = await aProduct({ keys: 1 });
    await aProduct({ product: { status: "draft" } });
    const all = (await main.products()).data.products;
    const newest = all
      .map((row) => String(row.updated_at))
      .sort()
      .at(-1);
    const after = `?updated_after=${encodeURIComponent(String(newest))}`;
    expect((await main.products(after)).data).toMatchObject({ products: [], total: 0 });

    testClock.advance(10);
    await addKeys(sku.id, 1, 2);
    expect((await main.products(after)).data.products).toMatchObject([{ id: product.id, stock: 2 }]);
    await db().sitePrice.create({
      data: {
        siteId: agent.site.id,
        skuId: other.sku.id,
        priceCents: 1n,
        updatedAt: new Date(Date.now() + 20_000),
      },
    });
    expect((await main.products(after)).data.products).toMatchObject([
      { id: product.id },
      { id: other.product.id, price: "0.01" },
    ]);
    await db().product.update({ where: { id: product.id }, data: { status: "archived" } });
    expect((await main.products(after)).data.products[0]).toMatchObject({
      id: product.id,
      active: false,
      stock: 0,
      skus: [],
    });
    expect((await main.products()).data.products).toMatchObject([{ id: other.product.id }]);
  });

  it("C43: a product that was never on sale is never spoken of", async () => {
    const { product } = await aProduct({ product: { status: "draft" } });
    await db().product.update({ where: { id: product.id }, data: { status: "archived" } });
    expect((await main.products("?updated_after=2020-01-01T00:00:00Z")).data.total).toBe(0);
  });

  it("C8: pages, clamps per_page to 200 and counts the whole match", async () => {
    for (let n = 0; n < 3; n++) await aProduct({ keys: 1 });
    const first = (await main.products("?per_page=2")).data;
    const second = (await main.products("?per_page=2&page=2")).data;
    expect([first.total, first.products.length, second.products.length]).toEqual([3, 2, 1]);
    expect((await main.products("?per_page=1000")).data.per_page).toBe(200);
    for (const query of [
      "page=0",
      "page=-1",
      "page=1.5",
      "page=1e18",
      "per_page=0",
      "per_page=x",
      "updated_after=yesterday",
      "category_id=a",
    ]) {
      expect(code(await main.products(`?${query}`)), query).toEqual([400, 4001]);
    }
  });

  it("C7: an offset is accepted, also where its plus sign was lost", async () => {
    await aProduct({ keys: 1 });
    for (const at of ["2020-01-01T08:00:00+08:00", encodeURIComponent("2020-01-01T08:00:00+08:00")]) {
      expect((await main.products(`?updated_after=${at}`)).data.total).toBe(1);
    }
  });
});

describe("POST /upstream/orders", () => {
  it("C44: reserves the stock and answers number, amount and expiry", async () => {
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

  it("C44: the only SKU may be left out, one of several may not", async () => {
    const { product, sku } = await aProduct({ keys: 2 });
    expect((await main.create(anOrderBody(sku, { sku_id: undefined }))).status).toBe(200);
    await aSku(product.id, { keys: 1 });
    expect(code(await main.create(anOrderBody(sku, { sku_id: undefined })))).toEqual([400, 4001]);
  });

  it("C44, C5: unknown and inactive goods are 4004, wrong quantities 4001, a shortage 4099", async () => {
    const { product, sku } = await aProduct({ keys: 2, product: { maxQuantity: 50 } });
    const draft = await aProduct({ keys: 2, product: { status: "draft" } });
    expect(code(await main.create(anOrderBody({ id: 99_999, productId: product.id })))).toEqual([404, 4004]);
    expect(code(await main.create(anOrderBody({ id: sku.id, productId: 99_999 })))).toEqual([404, 4004]);
    expect(code(await main.create(anOrderBody(draft.sku)))).toEqual([404, 4004]);
    for (const quantity of [0, -1, 1.5, "2", 1001, 51, 1e9, null, [1], 2_147_483_648]) {
      expect(code(await main.create(anOrderBody(sku, { quantity }))), JSON.stringify(quantity)).toEqual([
        400, 4001,
      ]);
    }
    expect(code(await main.create(anOrderBody(sku, { quantity: 3 })))).toEqual([409, 4099]);
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
  ])("C44: %s is 4001 and names the field", async (_, changes) => {
    const { sku } = await aProduct({ keys: 1 });
    const answer = await main.create(anOrderBody(sku, changes));
    expect(code(answer)).toEqual([400, 4001]);
    expect(answer.json.msg).toContain(Object.keys(changes)[0]);
  });

  it("N14: the same number ten times at once is one order, and with other content a conflict", async () => {
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
      expect(code(await main.create({ ...body, ...changes }))).toEqual([409, 4090]);
    }
    expect(code(await main.create({ ...body, product_id: 99_999 }))).toEqual([404, 4004]);
  });

  it("N14: an agent's number is its own", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const body = anOrderBody(sku);
    const mine = await main.create(body);
    const theirs = await mainSite(await aSite()).create(body);
    expect(theirs.status).toBe(200);
    expect(theirs.data.upstream_order_no).not.toBe(mine.data.upstream_order_no);
  });

  it("O1: of 40 agents' orders for 25 keys exactly 25 are made", async () => {
    const { sku } = await aProduct({ keys: 25 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => main.create(anOrderBody(sku))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(25);
    expect(answers.filter(({ json }) => json.status_code === 4099)).toHaveLength(15);
  });

  it("N12: a callback that is sent to it is no order", async () => {
    const callback = {
      event: "order.fulfilled",
      upstream_order_no: "U1",
      downstream_order_no: "A1",
      fulfillment: { status: "ready", payload: "X" },
      timestamp: "2026-01-01T00:00:00Z",
    };
    expect(code(await main.create(callback))).toEqual([400, 4001]);
  });

  it("N19, N21: deep, large and doubled JSON is refused at once", async () => {
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    expect(code(await main.create(undefined, { raw: deep }))).toEqual([400, 4001]);
    expect(code(await main.create(undefined, { raw: `{"a":"${"x".repeat(10 * 1024 * 1024)}"}` }))).toEqual([
      413, 4013,
    ]);
    expect(code(await main.create(undefined, { raw: '{"quantity":1,"quantity":2}' }))).toEqual([400, 4001]);
    expect(code(await main.create(undefined, { raw: '{"__proto__":{}}' }))).toEqual([400, 4001]);
    expect(code(await main.create(undefined, { raw: "not json" }))).toEqual([400, 4001]);
  });

  it("C1: another method is refused in the envelope", async () => {
    const answer = await callSigned(agent, orders.GET, "GET");
    expect([answer.status, answer.json.status_code, answer.json.data]).toEqual([405, 4001, null]);
    expect(answer.headers.get("allow")).toContain("POST");
  });
});

const anOrderOf = async (sku: { id: number; productId: number }, quantity = 1) =>
  (await main.create(anOrderBody(sku, { quantity }))).data;

describe("POST /upstream/orders/:no/paid", () => {
  it("C45, C46: on trust it delivers at once, byte for byte", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const order = await anOrderOf(sku, 2);
    const { status, data } = await main.pay(order.upstream_order_no, aPaidBody(order.amount));
    expect(status).toBe(200);
    expect(data.fulfillment).toEqual({
      status: "ready",
      payload: `${keyOf(sku.id, 1)}\n${keyOf(sku.id, 2)}`,
    });
    expect((await main.get(order.upstream_order_no)).data).toMatchObject({
      status: "delivered",
      refunded_amount: "0.00",
      quantity: 2,
      fulfillment: data.fulfillment,
    });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 1, reserved: 0, sold: 2 });
  });

  it("N15: ten at once give the goods once, and everybody else a conflict", async () => {
    const { sku } = await aProduct({ keys: 3 });
    const order = await anOrderOf(sku);
    const body = aPaidBody(order.amount);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => main.pay(order.upstream_order_no, body)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.status_code === 4090)).toHaveLength(9);
    expect((await main.get(order.upstream_order_no)).data.fulfillment.payload).toBe(keyOf(sku.id, 1));
    expect(await db().ledgerTransfer.count()).toBe(1);
    expect((await stockOf(sku.id)).rows.sold).toBe(1);
  });

  it("N16: one cent less or more is 4001 and changes nothing; 9.9 is 9.90", async () => {
    const { sku } = await aProduct({ keys: 1, priceCents: 990n });
    const order = await anOrderOf(sku);
    for (const amount of ["9.89", "9.91", "0", "99.00", "1e1", "-9.90", " 9.90"]) {
      expect(code(await main.pay(order.upstream_order_no, aPaidBody(amount))), amount).toEqual([400, 4001]);
    }
    expect((await main.get(order.upstream_order_no)).data).toMatchObject({
      status: "pending_payment",
      paid_at: null,
    });
    expect((await main.pay(order.upstream_order_no, aPaidBody("9.9"))).status).toBe(200);
  });

  it("N11, N21: unknown, missing and doubled members are 4001", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const order = await anOrderOf(sku);
    const good = aPaidBody(order.amount);
    for (const body of [
      anOrderBody(sku),
      { ...good, extra: 1 },
      { ...good, downstream_payment_id: undefined },
      { ...good, paid_amount: undefined },
      { ...good, paid_at: undefined },
      { ...good, paid_at: "today" },
      { ...good, paid_amount: 9.9 },
    ]) {
      expect(code(await main.pay(order.upstream_order_no, body))).toEqual([400, 4001]);
    }
    const raw = `{"downstream_payment_id":"P","paid_amount":"0.01","paid_amount":"${order.amount}","paid_at":"2026-01-01T00:00:00Z"}`;
    expect(code(await main.pay(order.upstream_order_no, undefined, { raw }))).toEqual([400, 4001]);
    expect((await main.get(order.upstream_order_no)).data.status).toBe("pending_payment");
  });

  it("N13: another agent's order is the same 4004 as an unknown one, for reading and paying", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const order = await anOrderOf(sku);
    const stranger = mainSite(await aSite());
    const blank = ({ text, json }: { text: string; json: { request_id: string } }) =>
      text.replace(json.request_id, "");
    const foreign = await stranger.get(order.upstream_order_no);
    expect(code(foreign)).toEqual([404, 4004]);
    for (const unknown of ["K0000000000000000", "nonsense", "'; DROP TABLE orders; --"]) {
      expect(blank(await stranger.get(unknown))).toBe(blank(foreign));
    }
    expect(code(await stranger.pay(order.upstream_order_no, aPaidBody(order.amount)))).toEqual([404, 4004]);
  });

  it("C45: one payment pays one order", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const [first, second] = [await anOrderOf(sku), await anOrderOf(sku)];
    const body = aPaidBody(first.amount);
    expect((await main.pay(first.upstream_order_no, body)).status).toBe(200);
    expect(code(await main.pay(second.upstream_order_no, body))).toEqual([409, 4090]);
    expect((await main.get(second.upstream_order_no)).data.status).toBe("pending_payment");
  });

  it("C45: an expired order is reserved again, and is 4099 without any change when the goods are gone", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const order = await anOrderOf(sku);
    testClock.advance(31 * 60);
    await sweepOrders();
    const rival = await anOrderOf(sku);
    expect(code(await main.pay(order.upstream_order_no, aPaidBody(order.amount)))).toEqual([409, 4099]);
    expect((await main.get(order.upstream_order_no)).data).toMatchObject({
      status: "expired",
      paid_at: null,
    });
    expect(await db().ledgerTransfer.count()).toBe(0);
    await inTransaction(async (tx) => {
      const { id } = await tx.order.findUniqueOrThrow({ where: { orderNo: rival.upstream_order_no } });
      await closeOrder(tx, id, "canceled", "test");
    });
    const answer = await main.pay(order.upstream_order_no, aPaidBody(order.amount));
    expect(answer.data.fulfillment).toEqual({ status: "ready", payload: keyOf(sku.id, 1) });
  });

  it("C45: canceled and refunded orders are 4090", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const canceled = await anOrderOf(sku);
    const row = await db().order.findUniqueOrThrow({ where: { orderNo: canceled.upstream_order_no } });
    await inTransaction((tx) => closeOrder(tx, row.id, "canceled", "test"));
    expect(code(await main.pay(canceled.upstream_order_no, aPaidBody(canceled.amount)))).toEqual([409, 4090]);
    const refunded = await anOrderOf(sku);
    await main.pay(refunded.upstream_order_no, aPaidBody(refunded.amount));
    await refundOrder(await anAdmin(), aClient(), {
      orderNo: refunded.upstream_order_no,
      amountCents: 990n,
      method: "manual",
      reason: null,
    });
    expect(code(await main.pay(refunded.upstream_order_no, aPaidBody(refunded.amount)))).toEqual([409, 4090]);
    const { data } = await main.get(refunded.upstream_order_no);
    expect(data).toMatchObject({
      status: "refunded",
      refunded_amount: "9.90",
      fulfillment: { status: "revoked" },
    });
    expect(data.fulfillment).not.toHaveProperty("payload");
  });

  it("N17: on hold nothing is handed over until the operator releases, in bulk and once", async () => {
    await settle("hold");
    const { sku } = await aProduct({ keys: 3 });
    const made = [await anOrderOf(sku), await anOrderOf(sku)];
    for (const order of made) {
      const body = aPaidBody(order.amount);
      const held = await main.pay(order.upstream_order_no, body);
      expect([held.status, held.data.fulfillment]).toEqual([200, { status: "held" }]);
      expect((await main.pay(order.upstream_order_no, body)).data).toEqual(held.data);
      expect(code(await main.pay(order.upstream_order_no, aPaidBody(order.amount)))).toEqual([409, 4090]);
      expect((await main.get(order.upstream_order_no)).data).toMatchObject({
        status: "paid",
        fulfillment: { status: "held" },
      });
      expect((await main.get(order.upstream_order_no)).text).not.toContain("KEY-");
    }
    const admin = await anAdmin();
    const request = {
      orderNos: [...made.map((order) => order.upstream_order_no), "K0000000000000000"],
      fromDeposit: true,
    };
    const results = await releaseHeldOrders(admin, aClient(), request);
    expect(results.map(({ result }) => result)).toEqual(["released", "released", "not_held"]);
    expect((await releaseHeldOrders(admin, aClient(), request)).map(({ result }) => result)).toEqual(
      Array(3).fill("not_held"),
    );
    for (const [index, order] of made.entries()) {
      expect((await main.get(order.upstream_order_no)).data.fulfillment.payload).toBe(
        keyOf(sku.id, index + 1),
      );
    }
  });

  it("C46: prepaid debits the deposit with the delivery, holds when it is short, and lets go when money comes", async () => {
    await settle("prepaid");
    await topUp(1500n);
    const { sku } = await aProduct({ keys: 5, priceCents: 990n });
    const made = [await anOrderOf(sku), await anOrderOf(sku), await anOrderOf(sku)];
    const answers = [];
    for (const order of made)
      answers.push(
        (await main.pay(order.upstream_order_no, aPaidBody(order.amount))).data.fulfillment.status,
      );
    expect(answers).toEqual(["ready", "held", "held"]);
    const short = await releaseHeldOrders(await anAdmin(), aClient(), {
      orderNos: [made[1]?.upstream_order_no ?? ""],
      fromDeposit: true,
    });
    expect(short[0]?.result).toBe("deposit_short");
    expect(await topUp(500n)).toEqual({ balance: "0.20", released_orders: [made[1]?.upstream_order_no] });
    expect((await main.get(made[2]?.upstream_order_no ?? "")).data.fulfillment.status).toBe("held");
    const balance = await db().ledgerAccount.findFirst({ where: { kind: "site_deposit" } });
    expect(balance?.balanceCents).toBe(20n);
  });

  it("C46: twenty prepaid payments at once never overdraw the deposit", async () => {
    await settle("prepaid");
    await topUp(990n * 7n);
    const { sku } = await aProduct({ keys: 20, priceCents: 990n });
    const made = await Promise.all(Array.from({ length: 20 }, () => anOrderOf(sku)));
    const answers = await Promise.all(
      made.map((order) => main.pay(order.upstream_order_no, aPaidBody(order.amount))),
    );
    const statuses = answers.map(({ data }) => data.fulfillment.status);
    expect(statuses.filter((status) => status === "ready")).toHaveLength(7);
    expect(statuses.filter((status) => status === "held")).toHaveLength(13);
    const balance = await db().ledgerAccount.findFirst({ where: { kind: "site_deposit" } });
    expect(balance?.balanceCents).toBe(0n);
  });
});

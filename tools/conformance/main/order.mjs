import { expectOk, expectRefused, money, utc } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { bodyOf, goodsOf, pathOf, readStock } from "./goods.mjs";
import { cents, metadataOf, number, paidBody } from "./refused.mjs";

const orderStatuses = [
  "pending_payment",
  "paid",
  "delivering",
  "delivered",
  "refunded",
  "canceled",
  "expired",
];
const fulfillmentStatuses = ["pending", "processing", "ready", "held", "failed", "revoked"];

async function checkSame(report, main, { body, order, goods, others }) {
  await report.rule("order.again", "the same request again is the same order", async () => {
    const answer = await main.post("/orders", body);
    expect(expectOk(answer).upstream_order_no === order.upstream_order_no, order.upstream_order_no, answer);
    const reversed = (object) => Object.fromEntries(Object.entries(object).reverse());
    for (const reordered of [reversed(body), { ...body, metadata: reversed(body.metadata) }]) {
      const again = await main.post("/orders", reordered);
      expect(expectOk(again).upstream_order_no === order.upstream_order_no, order.upstream_order_no, again);
    }
  });
  await report.rule("order.replayed", "the header Idempotent-Replayed tells the repeat", async () => {
    const answer = await main.post("/orders", body);
    const said = answer.headers.get("idempotent-replayed");
    expect(said === "true", "Idempotent-Replayed: true", { "idempotent-replayed": said });
  });
  await report.rule("order.trimmed", "its number with spaces around it is the same order", async () => {
    const answer = await main.post("/orders", {
      ...body,
      downstream_order_no: ` ${body.downstream_order_no} `,
    });
    expect(expectOk(answer).upstream_order_no === order.upstream_order_no, order.upstream_order_no, answer);
  });
  await report.rule("order.further-members", "a further member changes nothing", async () => {
    const answer = await main.post("/orders", { ...body, conformance: { deep: [1] } });
    expect(expectOk(answer).upstream_order_no === order.upstream_order_no, order.upstream_order_no, answer);
  });
  await report.rule("order.again-reserves-once", "the repeats reserve nothing further", async () => {
    if (!goods.isCounted) throw new Skipped("its stock does not fall");
    const stock = await readStock(main, goods);
    expect(stock >= goods.stock - goods.quantity, `stock ${goods.stock - goods.quantity}`, { stock });
  });
  const conflict = (rule, sentence, changes) =>
    report.rule(rule, sentence, async () =>
      expectRefused(await main.post("/orders", { ...body, ...changes }), 409, 4090),
    );
  await conflict("order.other-quantity", "the same number with another quantity is 4090", {
    quantity: goods.quantity === 1 ? 2 : 1,
  });
  await conflict("order.other-metadata", "the same number with other metadata is 4090", {
    metadata: { ...body.metadata, note: "other" },
  });
  await conflict("order.other-email", "the same number with another address is 4090", {
    customer_email: "other@example.com",
  });
  const sku = others
    .find(({ id }) => id === goods.id)
    ?.skus?.find(({ id, stock }) => id !== goods.skuId && stock >= goods.quantity);
  const ofSku = "the same number with another SKU of the product is 4090";
  if (sku) await conflict("order.other-sku", ofSku, { sku_id: sku.id });
  else report.skip("order.other-sku", ofSku, "the product has no other SKU in stock");
  const other = others.find(({ id, stock }) => id !== goods.id && stock >= goods.quantity);
  const sentence = "the same number with another product is 4090";
  if (other)
    await conflict("order.other-product", sentence, {
      product_id: other.id,
      sku_id: other.skus?.find(({ stock }) => stock >= goods.quantity)?.id ?? other.skus?.[0]?.id,
    });
  else report.skip("order.other-product", sentence, "there is no other product in stock");
}

async function checkRead(report, main, { order, body, goods, other }) {
  const path = pathOf(order);
  report.section("GET /upstream/orders/:no");
  const answer = await main.get(path);
  await report.rule("read.members", "has the specified members", () => {
    const data = expectOk(answer);
    for (const name of ["upstream_order_no", "downstream_order_no", "status", "amount", "fulfillment"])
      expect(name in data, name, answer);
  });
  const data = answer.json?.data ?? {};
  await report.rule("read.same", "tells what was ordered", () => {
    const told = {
      upstream_order_no: order.upstream_order_no,
      downstream_order_no: body.downstream_order_no,
      amount: order.amount,
      product_id: goods.id,
      ...(goods.skuId === undefined ? {} : { sku_id: goods.skuId }),
      quantity: goods.quantity,
    };
    for (const [name, value] of Object.entries(told))
      expect(!(name in data) || data[name] === value, `${name} ${value}`, answer);
    expect(
      !("expire_at" in data) || data.expire_at === order.expire_at,
      `expire_at ${order.expire_at}`,
      answer,
    );
  });
  await report.rule("read.status", "an unpaid order is pending_payment", () =>
    expect(data.status === "pending_payment", `pending_payment of ${orderStatuses.join(", ")}`, answer),
  );
  await report.rule("read.fulfillment", "the status of the fulfillment is a word of the list", () =>
    expect(fulfillmentStatuses.includes(data.fulfillment?.status), fulfillmentStatuses.join(", "), answer),
  );
  await report.rule("read.unpaid", "no payload before it is paid", () =>
    expect(
      data.fulfillment?.payload === undefined && data.fulfillment?.secrets === undefined,
      "no payload",
      answer,
    ),
  );
  if (other) {
    const stranger = main.as(other);
    await report.rule("read.others", "another agent cannot read it", async () =>
      expectRefused(await stranger.get(path), 404, 4004),
    );
    await report.rule("pay.others", "another agent cannot pay it", async () =>
      expectRefused(await stranger.post(`${path}/paid`, paidBody(order.amount)), 404, 4004),
    );
  } else
    for (const name of ["read.others", "pay.others"])
      report.skip(name, "another agent's order is 4004", "give --other-key and --other-secret");
}

/** @returns the order that all further checks are about */
export async function checkOrder(report, main, product, { others, other, reservation }) {
  const goods = goodsOf(product);
  report.section(`POST /upstream/orders: ${goods.quantity === 1 ? "one unit" : `${goods.quantity} units`}`);
  const body = bodyOf(goods, {
    customer_email: "conformance@example.com",
    metadata: { note: "测试 ☃", list: [1, "2"] },
  });
  goods.stock = await readStock(main, goods);
  const before = new Date(Date.now() - 1000).toISOString();
  const at = Date.now();
  const order = await report.rule("order.answer", "is answered with number, amount and expiry", async () => {
    const answer = await main.post("/orders", body);
    const data = expectOk(answer);
    expect(
      typeof data.upstream_order_no === "string" && data.upstream_order_no !== "",
      "upstream_order_no: a text",
      answer,
    );
    expect(money.test(data.amount), "amount: a decimal with two places", answer);
    expect(utc.test(data.expire_at), "expire_at: ISO 8601 in UTC", answer);
    expect(data.status === "pending_payment", "status: pending_payment", answer);
    return data;
  });
  if (!order) return null;
  await report.rule("order.upstream-no", "upstream_order_no has at most 100 characters", () =>
    expect([...order.upstream_order_no].length <= 100, "at most 100 characters", order),
  );
  const [least, most] = reservation ? [reservation - 30, reservation + 30] : [4.5 * 60, 1441 * 60];
  await report.rule("order.expiry", "is reserved for five minutes to a day", () => {
    const seconds = (Date.parse(order.expire_at) - at) / 1000;
    expect(
      seconds > Math.max(0, least) && seconds < most,
      `expire_at between ${least} and ${most} seconds ahead`,
      order,
    );
  });
  await report.rule("order.amount", "the amount is the price times the quantity", () =>
    expect(
      cents(order.amount) === cents(goods.price) * BigInt(goods.quantity),
      `${goods.quantity} × ${goods.price}`,
      order,
    ),
  );
  await report.rule("order.stock-falls", "the stock falls by what is reserved", async () => {
    if (!goods.isCounted) throw new Skipped("its stock does not fall");
    const stock = await readStock(main, goods);
    expect(stock <= goods.stock - goods.quantity, `stock ${goods.stock - goods.quantity}`, { stock });
  });
  await report.rule("products.changed", "the product counts as changed", async () => {
    if (!goods.isCounted || product.updated_at === undefined)
      throw new Skipped("the product shows no change");
    const answer = await main.get(`/products?per_page=200&updated_after=${before}`);
    expect(
      expectOk(answer).products.some(({ id }) => id === goods.id),
      `product ${goods.id}`,
      answer,
    );
  });
  await checkSame(report, main, { body, order, goods, others });
  await checkRead(report, main, { order, body, goods, other });
  return { ...order, body, goods, path: pathOf(order), downstream: body.downstream_order_no };
}

/** Orders at the edge of what is allowed, and two of them at once. */
export async function checkOrders(report, main, product, { other }) {
  const goods = goodsOf(product, 1);
  report.section("POST /upstream/orders: at the limits, and at once");
  await report.rule("order.number-64", "an order number of 64 characters is taken", async () => {
    // Characters are counted, and not bytes.
    for (const letter of ["x", "测"])
      expectOk(
        await main.post("/orders", bodyOf(goods, { downstream_order_no: number().padEnd(64, letter) })),
      );
  });
  const full = bodyOf(goods, { metadata: metadataOf(8_192) });
  const made = await report.rule("order.metadata-full", "metadata of 8,192 bytes are taken", async () => {
    const answer = await main.post("/orders", full);
    return expectOk(answer);
  });
  await report.rule("order.at-once", "of five equal requests at once all are one order", async () => {
    const equal = bodyOf(goods);
    const stock = goods.isCounted ? await readStock(main, goods) : null;
    const answers = await Promise.all(Array.from({ length: 5 }, () => main.post("/orders", equal)));
    const numbers = new Set(answers.map((answer) => expectOk(answer).upstream_order_no));
    expect(numbers.size === 1, "one upstream_order_no", [...numbers]);
    if (stock === null) return;
    const left = await readStock(main, goods);
    expect(left >= stock - goods.quantity, `stock ${stock - goods.quantity}`, { stock: left });
  });
  const sentence = "two agents may use the same number";
  if (!other) return report.skip("order.per-agent", sentence, "give --other-key and --other-secret");
  await report.rule("order.per-agent", sentence, async () => {
    if (!made) throw new Skipped("there is no order to compare with");
    const answer = await main
      .as(other)
      .post("/orders", bodyOf(goods, { downstream_order_no: full.downstream_order_no }));
    expect(expectOk(answer).upstream_order_no !== made.upstream_order_no, "an order of its own", answer);
  });
}

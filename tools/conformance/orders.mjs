import { randomUUID } from "node:crypto";
import { expectOk, expectRefused, money, utc } from "./answers.mjs";
import { expect, Skipped } from "./report.mjs";

export const paidBody = (amount, changes = {}) => ({
  downstream_payment_id: `conf-${randomUUID()}`,
  paid_amount: amount,
  paid_at: new Date().toISOString(),
  ...changes,
});

export async function checkRefusals(report, main, product) {
  report.section("POST /upstream/orders: what is refused");
  const number = () => `conf-${randomUUID()}`;
  const good = { product_id: product?.id ?? 1, quantity: 1, downstream_order_no: number() };
  const refused = (rule, sentence, body, http, code) =>
    report.rule(rule, sentence, async () => expectRefused(await main.post("/orders", body), http, code));
  await refused("C44", "no product_id is 4001", { ...good, product_id: undefined }, 400, 4001);
  await refused(
    "C44",
    "no downstream_order_no is 4001",
    { ...good, downstream_order_no: undefined },
    400,
    4001,
  );
  await refused("C44", "no quantity is 4001", { ...good, quantity: undefined }, 400, 4001);
  await refused("C44", "quantity 0 is 4001", { ...good, quantity: 0 }, 400, 4001);
  await refused("C44", 'quantity "1" is 4001', { ...good, quantity: "1" }, 400, 4001);
  await refused("C44", "quantity 1.5 is 4001", { ...good, quantity: 1.5 }, 400, 4001);
  await refused("C44", "metadata that is a list is 4001", { ...good, metadata: [] }, 400, 4001);
  await refused("C44", "an unknown product is 4004", { ...good, product_id: 2_147_483_646 }, 404, 4004);
  await refused("C44", "an unknown SKU is 4004", { ...good, sku_id: 2_147_483_646 }, 404, 4004);
  await refused("N19", "a body that is no JSON is 4001", "{", 400, 4001);
  await refused(
    "N21",
    "a member given twice is 4001",
    `{"quantity":1,"quantity":1,"product_id":1,"downstream_order_no":"x"}`,
    400,
    4001,
  );
  await refused(
    "N19",
    "a body nested 10,000 deep is 4001",
    `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
    400,
    4001,
  );
  const unknown = "/orders/NO-SUCH-ORDER";
  await report.rule("C47", "reading an unknown order is 4004", async () =>
    expectRefused(await main.get(unknown), 404, 4004),
  );
  await report.rule("C45", "paying an unknown order is 4004", async () =>
    expectRefused(await main.post(`${unknown}/paid`, paidBody("1.00")), 404, 4004),
  );
}

/** Two units where the stock has them: a sum and a list of keys show what one unit hides. */
export async function checkOrder(report, main, product, other) {
  const quantity = product.stock >= 2 ? 2 : 1;
  const sku = product.skus?.find(({ stock }) => stock >= quantity) ?? product.skus?.[0];
  report.section(`POST /upstream/orders: ${quantity === 1 ? "one unit" : `${quantity} units`}`);
  const body = {
    product_id: product.id,
    ...(sku ? { sku_id: sku.id } : {}),
    quantity,
    downstream_order_no: `conf-${randomUUID()}`,
    customer_email: "conformance@example.com",
    metadata: { note: "测试 ☃" },
  };
  const order = await report.rule(
    "C44",
    "is reserved and answered with number, amount and expiry",
    async () => {
      const data = expectOk(await main.post("/orders", body));
      expect(
        typeof data.upstream_order_no === "string" && data.upstream_order_no !== "",
        "upstream_order_no: a text",
        data,
      );
      expect(money.test(data.amount), "amount: a decimal with two places", data);
      expect(utc.test(data.expire_at), "expire_at: ISO 8601 in UTC", data);
      expect(Date.parse(data.expire_at) > Date.now(), "expire_at: a time to come", data);
      return data;
    },
  );
  if (!order) return null;
  const path = `/orders/${encodeURIComponent(order.upstream_order_no)}`;
  await report.rule("C44", "the amount is the price times the quantity", async () => {
    const unit = BigInt((sku ?? product).price.replace(".", ""));
    const amount = BigInt(order.amount.replace(".", ""));
    expect(amount === unit * BigInt(quantity), `${quantity} × ${(sku ?? product).price}`, order);
  });
  await report.rule("N14", "the same request again is the same order", async () => {
    const again = expectOk(await main.post("/orders", body));
    expect(again.upstream_order_no === order.upstream_order_no, order.upstream_order_no, again);
  });
  await report.rule("N14", "the same number with another quantity is 4090", async () =>
    expectRefused(await main.post("/orders", { ...body, quantity: quantity + 1 }), 409, 4090),
  );
  await report.rule("C47", "can be read, has a status and no payload before it is paid", async () => {
    const data = expectOk(await main.get(path));
    expect(typeof data.status === "string", "status: a text", data);
    expect(data.fulfillment?.payload === undefined, "no payload", data);
  });
  if (other) {
    await report.rule("N13", "another agent's order is 4004, for reading and paying", async () => {
      const stranger = main.as(other);
      expectRefused(await stranger.get(path), 404, 4004);
      expectRefused(await stranger.post(`${path}/paid`, paidBody(order.amount)), 404, 4004);
    });
  } else report.skip("N13", "another agent's order is 4004", "give --other-key and --other-secret");
  const paid = (changes) => main.post(`${path}/paid`, paidBody(order.amount, changes));
  for (const name of ["downstream_payment_id", "paid_amount", "paid_at"]) {
    await report.rule("C45", `paying without ${name} is 4001`, async () =>
      expectRefused(await paid({ [name]: undefined }), 400, 4001),
    );
  }
  for (const [sentence, difference] of [
    ["paying 0.01 less is 4001", -1n],
    ["paying 0.01 more is 4001", 1n],
  ]) {
    await report.rule("N16", sentence, async () => {
      const cents = BigInt(order.amount.replace(".", "")) + difference;
      if (cents < 0n) return;
      const text = cents.toString().padStart(3, "0");
      expectRefused(await paid({ paid_amount: `${text.slice(0, -2)}.${text.slice(-2)}` }), 400, 4001);
    });
  }
  await report.rule("N11", "a body with a member that is not specified is 4001", async () =>
    expectRefused(await paid({ note: "x" }), 400, 4001),
  );
  await report.rule("C6", "an amount that is a number is 4001", async () =>
    expectRefused(await paid({ paid_amount: Number(order.amount) }), 400, 4001),
  );
  await report.rule("C45", "none of these paid it", async () => {
    const data = expectOk(await main.get(path));
    expect(data.fulfillment?.payload === undefined && data.paid_at == null, "an unpaid order", data);
  });
  return { ...order, path, quantity, kind: product.auto_secret_kind };
}

const mostUnits = 1000;
/** A product's own limits are not shown: as many SKUs are asked for as may well be above theirs. */
const mostAsked = 5;

/** The smallest stock first: the least likely to meet a product's own limit, and the least that a wrong answer reserves. */
const shortestFirst = (products) =>
  products
    .flatMap(({ id, stock, skus = [] }) =>
      skus.length > 0
        ? skus.map((sku) => ({ product_id: id, sku_id: sku.id, stock: sku.stock }))
        : [{ product_id: id, stock }],
    )
    .filter(({ stock }) => stock < mostUnits)
    .sort((a, b) => a.stock - b.stock);

export async function checkShortStock(report, main, products) {
  await report.rule("C44", "one unit more than is in stock is 4099", async () => {
    const candidates = shortestFirst(products);
    if (candidates.length === 0) throw new Skipped(`every stock is ${mostUnits} or more`);
    for (const { stock, ...goods } of candidates.slice(0, mostAsked)) {
      const answer = await main.post("/orders", {
        ...goods,
        quantity: stock + 1,
        downstream_order_no: `conf-${randomUUID()}`,
      });
      if (answer.json?.status_code !== 4001) return expectRefused(answer, 409, 4099);
    }
    throw new Skipped("the product's own limit is below its stock");
  });
}

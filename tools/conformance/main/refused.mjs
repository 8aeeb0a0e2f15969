import { randomUUID } from "node:crypto";
import { expectOk, expectRefused } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";

export const number = () => `conf-${randomUUID()}`;

export const paidBody = (amount, changes = {}) => ({
  downstream_payment_id: `conf-${randomUUID()}`,
  paid_amount: amount,
  paid_at: new Date().toISOString(),
  ...changes,
});

/** No product has it. */
const unknownId = 2_147_483_646;
const bodyBytes = 262_144;
const metadataBytes = 8_192;

/** JSON of `bytes` bytes with white space behind it, which any parser takes. */
const padded = (body, bytes) => {
  const text = JSON.stringify(body);
  return text + " ".repeat(bytes - Buffer.byteLength(text));
};
/** Metadata of `bytes` bytes as JSON. */
export const metadataOf = (bytes) => ({ note: "x".repeat(bytes - JSON.stringify({ note: "" }).length) });

export async function checkRefusals(report, main, { offered, product }) {
  report.section("POST /upstream/orders: what is refused");
  const sku = product?.skus?.[0];
  const good = (changes = {}) => ({
    product_id: product?.id ?? unknownId,
    ...(sku ? { sku_id: sku.id } : {}),
    quantity: 1,
    downstream_order_no: number(),
    ...changes,
  });
  const refused = (rule, sentence, bodies, http = 400, code = 4001) =>
    report.rule(rule, sentence, async () => {
      for (const body of bodies) expectRefused(await main.post("/orders", body), http, code);
    });
  await refused("order.required", "no product_id or no quantity is 4001", [
    good({ product_id: undefined, sku_id: undefined }),
    good({ quantity: undefined }),
  ]);
  await refused("order.required-number", "no downstream_order_no, or an empty one, is 4001", [
    good({ downstream_order_no: undefined }),
    good({ downstream_order_no: "" }),
    good({ downstream_order_no: 5 }),
  ]);
  await refused("order.types", "a number written as a text is 4001", [
    good({ quantity: "1" }),
    good({ product_id: String(product?.id ?? 1) }),
  ]);
  await refused("order.quantity", "a quantity of 0, -1 or 1.5 is 4001", [
    good({ quantity: 0 }),
    good({ quantity: -1 }),
    good({ quantity: 1.5 }),
  ]);
  await refused("order.units", "more than 1,000 units are 4001", [good({ quantity: 1001 })]);
  await refused("order.email", "an address that is none is 4001", [good({ customer_email: "nobody" })]);
  await refused("order.metadata", "metadata that is no object is 4001", [
    good({ metadata: [] }),
    good({ metadata: "x" }),
  ]);
  await refused("order.metadata-length", "metadata of 8,193 bytes are 4001", [
    good({ metadata: metadataOf(metadataBytes + 1) }),
  ]);
  await refused("order.number-65", "an order number of 65 characters is 4001", [
    good({ downstream_order_no: number().padEnd(65, "x") }),
  ]);
  await refused("order.number-line", "an order number of two lines is 4001", [
    good({ downstream_order_no: `${number()}\n2` }),
  ]);
  await refused(
    "order.unknown-product",
    "an unknown product is 4004",
    [good({ product_id: unknownId })],
    404,
    4004,
  );
  await checkOffSale(report, main, { good });
  await checkSkus(report, { offered, good, refused });
  await refused("order.json", "a body that is no JSON object is 4001", ["{", "[]", '"text"', "null"]);
  await refused("order.depth", "a body nested 10,000 deep is 4001", [
    `${"[".repeat(10_000)}${"]".repeat(10_000)}`,
  ]);
  await refused("order.twice", "a member given twice is 4001", [
    `{"quantity":1,"quantity":1,"product_id":${unknownId},"downstream_order_no":"${number()}"}`,
  ]);
  await refused(
    "order.body-length",
    "a body above 262,144 bytes is 4013",
    [padded(good(), bodyBytes + 1)],
    413,
    4013,
  );
  await report.rule("order.body-full", "a body of 262,144 bytes is read", async () =>
    expectRefused(await main.post("/orders", padded(good({ product_id: unknownId }), bodyBytes)), 404, 4004),
  );
  await refused("order.precedence", "an unknown product with a broken quantity is 4001", [
    good({ product_id: unknownId, quantity: 0 }),
  ]);
  await report.rule("method.refused", "a method that the path does not have is 405, after 4003", async () => {
    const answer = await main.delete("/products");
    expectRefused(answer, 405, 405);
    const allowed = answer.headers.get("allow") ?? "";
    expect(/\bGET\b/.test(allowed), "GET in Allow", { allow: allowed });
    expectRefused(await main.delete("/products", { signature: "0".repeat(64), note: "forged" }), 403, 4003);
  });
  const unknown = "/orders/NO-SUCH-ORDER";
  await report.rule("read.unknown", "reading an unknown order is 4004", async () =>
    expectRefused(await main.get(unknown), 404, 4004),
  );
  await report.rule("pay.unknown", "paying an unknown order is 4004", async () =>
    expectRefused(await main.post(`${unknown}/paid`, paidBody("1.00")), 404, 4004),
  );
}

async function checkOffSale(report, main, { good }) {
  await report.rule("order.off-sale", "a product that has left the shelf is 4004", async () => {
    const { products } = expectOk(
      await main.get("/products?updated_after=1970-01-01T00:00:00Z&per_page=200"),
    );
    const left = products.find(({ active }) => active === false);
    if (!left) throw new Skipped("nothing has left the shelf");
    const body = good({ product_id: left.id, sku_id: left.skus?.[0]?.id });
    expectRefused(await main.post("/orders", body), 404, 4004);
  });
}

async function checkSkus(report, { offered, good, refused }) {
  const shown = (count) => offered.find(({ skus }) => (skus?.length ?? 0) >= count);
  if (shown(1))
    await refused("order.unknown-sku", "an unknown SKU is 4004", [good({ sku_id: unknownId })], 404, 4004);
  else report.skip("order.unknown-sku", "an unknown SKU is 4004", "the products show no SKUs");
  const many = shown(2);
  const sentence = "a product of several SKUs without sku_id is 4001";
  if (many) await refused("order.sku-required", sentence, [good({ product_id: many.id, sku_id: undefined })]);
  else report.skip("order.sku-required", sentence, "no product has two SKUs");
  const [one, two] = offered.filter(({ skus }) => skus?.length > 0);
  if (two)
    await refused(
      "order.foreign-sku",
      "a SKU of another product is 4004",
      [good({ product_id: one.id, sku_id: two.skus[0].id })],
      404,
      4004,
    );
  else
    report.skip("order.foreign-sku", "a SKU of another product is 4004", "fewer than two products show SKUs");
}

/** Amounts as whole cents. */
export const cents = (text) => BigInt(text.replace(".", ""));
export const amountOf = (value) => {
  const text = value.toString().padStart(3, "0");
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
};

/** Tries payments that must not pay an order. */
export async function checkRefusedPayments(report, main, order) {
  report.section("POST /upstream/orders/:no/paid: what is refused");
  const paid = (changes) => main.post(`${order.path}/paid`, paidBody(order.amount, changes));
  const refused = (rule, sentence, ...changes) =>
    report.rule(rule, sentence, async () => {
      for (const change of changes) expectRefused(await paid(change), 400, 4001);
    });
  await refused(
    "pay.required",
    "each of the three members is required",
    ...["downstream_payment_id", "paid_amount", "paid_at"].map((name) => ({ [name]: undefined })),
  );
  if (cents(order.amount) > 0n)
    await refused("pay.less", "paying 0.01 less is 4001", {
      paid_amount: amountOf(cents(order.amount) - 1n),
    });
  else report.skip("pay.less", "paying 0.01 less is 4001", "the order costs nothing");
  await refused("pay.more", "paying 0.01 more is 4001", { paid_amount: amountOf(cents(order.amount) + 1n) });
  await refused("pay.members", "a further member is 4001", { note: "x" });
  await refused("pay.amount-type", "an amount that is a number is 4001", {
    paid_amount: Number(order.amount),
  });
  await refused(
    "pay.time",
    "a time without an offset, or none at all, is 4001",
    { paid_at: "2026-01-01T00:00:00" },
    { paid_at: "yesterday" },
  );
  await refused("pay.id-length", "a payment id of 101 characters is 4001", {
    downstream_payment_id: number().padEnd(101, "x"),
  });
  await report.rule("pay.refused", "none of these has paid it", async () => {
    const answer = await main.get(order.path);
    const data = expectOk(answer);
    expect(data.status === "pending_payment" && data.paid_at == null, "an unpaid order", answer);
  });
}

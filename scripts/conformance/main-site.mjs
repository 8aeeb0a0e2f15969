import { randomUUID } from "node:crypto";
import { expect, Skipped } from "./report.mjs";
import { nowSeconds, sign, signedCall } from "./signed-call.mjs";

const money = /^\d{1,12}\.\d{2}$/;
const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

export function expectEnvelope(answer) {
  const { json } = answer;
  expect(json !== null && typeof json === "object", "a JSON envelope", answer);
  const members = Object.keys(json).sort().join();
  expect(
    members === "data,msg,request_id,status_code",
    "exactly status_code, msg, data and request_id",
    answer,
  );
  expect(Number.isInteger(json.status_code), "status_code: an integer", answer);
  expect(typeof json.msg === "string" && json.msg !== "", "msg: a text", answer);
  expect(
    json.data === null || (typeof json.data === "object" && !Array.isArray(json.data)),
    "data: an object or null",
    answer,
  );
  expect(/^[0-9a-f-]{36}$/i.test(json.request_id ?? ""), "request_id: a UUID", answer);
}

export function expectOk(answer) {
  expectEnvelope(answer);
  expect(answer.status === 200 && answer.json.status_code === 0, "HTTP 200 with status_code 0", answer);
  return answer.json.data;
}

export function expectRefused(answer, http, code) {
  expectEnvelope(answer);
  expect(
    answer.status === http && answer.json.status_code === code,
    `HTTP ${http} with status_code ${code}`,
    answer,
  );
  expect(answer.json.data === null, "data: null", answer);
}

class MainSite {
  constructor(baseUrl, credentials) {
    this.baseUrl = baseUrl;
    this.credentials = credentials;
  }

  as = (credentials) => new MainSite(this.baseUrl, credentials);
  get = (path, changes) =>
    signedCall(this.credentials, "GET", `${this.baseUrl}/api/v1/upstream${path}`, undefined, changes);
  post = (path, body, changes) =>
    signedCall(this.credentials, "POST", `${this.baseUrl}/api/v1/upstream${path}`, body, changes);
}

async function checkSignature(report, main) {
  report.section("Signature, clock and nonce");
  const list = "/products?per_page=1";
  const refused = (rule, sentence, call) =>
    report.rule(rule, sentence, async () => expectRefused(await call(), 403, 4003));
  await report.rule("C40", "a good signature is accepted", async () => expectOk(await main.get(list)));
  await report.rule("N7", "header names count in any case", async () => {
    const lower = {};
    for (const name of ["X-Site-Key", "X-Site-Timestamp", "X-Site-Nonce", "X-Site-Signature"])
      lower[name] = null;
    const nonce = randomUUID();
    const timestamp = nowSeconds();
    const answer = await main.get(list, {
      headers: {
        ...lower,
        "x-site-key": main.credentials.key,
        "x-site-timestamp": String(timestamp),
        "x-site-nonce": nonce,
        "x-site-signature": sign(main.credentials, String(timestamp), nonce, ""),
      },
    });
    expectOk(answer);
  });
  await refused("C40", "an unknown key is 4003", () =>
    main.as({ key: "nobody_knows_this_key", secret: "x" }).get(list),
  );
  await refused("C40", "a wrong secret is 4003", () =>
    main.as({ ...main.credentials, secret: "wrong" }).get(list),
  );
  await refused("N9", "a signature in upper case is 4003", () =>
    main.get(list, { signature: "A".repeat(64) }),
  );
  await refused("N9", "a signature that is no hex is 4003", () => main.get(list, { signature: "zz" }));
  for (const name of ["X-Site-Key", "X-Site-Timestamp", "X-Site-Nonce", "X-Site-Signature"]) {
    await refused("C40", `a missing ${name} is 4003`, () => main.get(list, { headers: { [name]: null } }));
  }
  await refused("C40", "a nonce that is no UUID v4 is 4003", () => main.get(list, { nonce: "12345" }));
  await report.rule("N3", "a timestamp of 290 seconds ago is accepted", async () =>
    expectOk(await main.get(list, { timestamp: nowSeconds() - 290 })),
  );
  await report.rule("N3", "a timestamp 290 seconds ahead is accepted", async () =>
    expectOk(await main.get(list, { timestamp: nowSeconds() + 290 })),
  );
  await refused("N3", "a timestamp of 310 seconds ago is 4003", () =>
    main.get(list, { timestamp: nowSeconds() - 310 }),
  );
  await refused("N3", "a timestamp 310 seconds ahead is 4003", () =>
    main.get(list, { timestamp: nowSeconds() + 310 }),
  );
  await refused("N8", "a timestamp in milliseconds is 4003", () => main.get(list, { timestamp: Date.now() }));
  await report.rule(
    "N1",
    "a nonce is accepted once and then 4003, with the same signature and with a fresh one",
    async () => {
      const nonce = randomUUID();
      const timestamp = nowSeconds();
      expectOk(await main.get(list, { nonce, timestamp }));
      expectRefused(await main.get(list, { nonce, timestamp }), 403, 4003);
      expectRefused(await main.get(list, { nonce, timestamp: timestamp + 1 }), 403, 4003);
    },
  );
  await report.rule("N1", "of ten equal calls at once one is accepted", async () => {
    const nonce = randomUUID();
    const timestamp = nowSeconds();
    const answers = await Promise.all(Array.from({ length: 10 }, () => main.get(list, { nonce, timestamp })));
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(accepted === 1, "exactly one HTTP 200", { accepted });
  });
  await report.rule("N4", "a wrong signature does not spend the nonce", async () => {
    const nonce = randomUUID();
    expectRefused(await main.get(list, { nonce, signature: "0".repeat(64) }), 403, 4003);
    expectOk(await main.get(list, { nonce }));
  });
  const body = '{"product_id":1,"quantity":1,"downstream_order_no":"conformance"}';
  await refused("N5", "a body that was changed after signing is 4003", () =>
    main.post("/orders", body, { sentBody: body.replace('"quantity":1', '"quantity":2') }),
  );
  await refused("N6", "the same JSON written otherwise is 4003", () =>
    main.post("/orders", body, { sentBody: `${body}\n` }),
  );
  await report.rule("C40", "every refusal reads the same, so that nobody learns what was wrong", async () => {
    const texts = new Set();
    for (const changes of [
      { signature: "0".repeat(64) },
      { timestamp: nowSeconds() - 400 },
      { nonce: "x" },
    ]) {
      texts.add((await main.get(list, changes)).json?.msg);
    }
    texts.add((await main.as({ key: "nobody_knows_this_key", secret: "x" }).get(list)).json?.msg);
    expect(texts.size === 1, "one text", [...texts]);
  });
}

function expectProduct(product) {
  for (const [name, isGood] of [
    ["id", Number.isInteger(product.id)],
    ["slug", typeof product.slug === "string"],
    ["title", typeof product.title === "string"],
    ["price", money.test(product.price)],
    ["stock", Number.isInteger(product.stock) && product.stock >= 0],
    ["auto_secret_kind", typeof product.auto_secret_kind === "string"],
    ["category", typeof product.category === "string"],
  ]) {
    expect(isGood, `products[].${name} as specified`, product);
  }
}

async function checkProducts(report, main) {
  report.section("GET /upstream/products");
  const list = await report.rule("C43", "lists products with the specified members", async () => {
    const data = expectOk(await main.get("/products"));
    expect(Array.isArray(data.products), "products: a list", data);
    expect(data.page === 1 && data.per_page === 50, "page 1 and per_page 50 when nothing is asked", data);
    expect(
      Number.isInteger(data.total) && data.total >= data.products.length,
      "total: the whole match",
      data,
    );
    for (const product of data.products) expectProduct(product);
    return data;
  });
  await report.rule("C8", "per_page up to 200 is honoured", async () => {
    expect(expectOk(await main.get("/products?per_page=200")).per_page === 200, "per_page 200");
  });
  await report.rule("C8", "per_page above 200 is clamped, and the value used is echoed", async () => {
    const answer = await main.get("/products?per_page=1000");
    expect(expectOk(answer).per_page === 200, "per_page 200", answer);
  });
  for (const query of ["page=0", "page=x", "per_page=0", "updated_after=yesterday"]) {
    await report.rule("C8", `${query} is 4001`, async () =>
      expectRefused(await main.get(`/products?${query}`), 400, 4001),
    );
  }
  if (list && list.total > 1) {
    await report.rule("C8", "the pages hold every product once", async () => {
      const first = expectOk(await main.get("/products?per_page=1&page=1"));
      const second = expectOk(await main.get("/products?per_page=1&page=2"));
      const ids = [...first.products, ...second.products].map(({ id }) => id);
      expect(new Set(ids).size === 2, "two products on two pages", ids);
      expect(first.total === list.total && second.total === list.total, "the same total on every page");
    });
  } else report.skip("C8", "the pages hold every product once", "there are fewer than two products");
  await report.rule("C43", "updated_after a time to come is an empty list", async () => {
    const data = expectOk(await main.get("/products?updated_after=2099-01-01T00:00:00Z"));
    expect(data.products.length === 0 && data.total === 0, "no product and total 0", data);
  });
  await report.rule("C43", "updated_after a time long ago is a list", async () => {
    const data = expectOk(
      await main.get(`/products?updated_after=${encodeURIComponent("2000-01-01T02:00:00+02:00")}`),
    );
    expect(data.products.length === Math.min(data.total, 50), "everything that ever changed", data.total);
  });
  return list;
}

const paidBody = (amount, changes = {}) => ({
  downstream_payment_id: `conf-${randomUUID()}`,
  paid_amount: amount,
  paid_at: new Date().toISOString(),
  ...changes,
});

async function checkRefusals(report, main, product) {
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

async function checkOrder(report, main, product, other) {
  report.section("POST /upstream/orders: one unit");
  const sku = product.skus?.find(({ stock }) => stock > 0);
  const body = {
    product_id: product.id,
    ...(sku ? { sku_id: sku.id } : {}),
    quantity: 1,
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
      return data;
    },
  );
  if (!order) return null;
  const path = `/orders/${encodeURIComponent(order.upstream_order_no)}`;
  await report.rule("N14", "the same request again is the same order", async () => {
    const again = expectOk(await main.post("/orders", body));
    expect(again.upstream_order_no === order.upstream_order_no, order.upstream_order_no, again);
  });
  await report.rule("N14", "the same number with another quantity is 4090", async () =>
    expectRefused(await main.post("/orders", { ...body, quantity: 2 }), 409, 4090),
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
  await report.rule("N16", "paying 0.01 less is 4001", async () => {
    const cents = BigInt(order.amount.replace(".", "")) - 1n;
    if (cents < 0n) return;
    const text = cents.toString().padStart(3, "0");
    expectRefused(await paid({ paid_amount: `${text.slice(0, -2)}.${text.slice(-2)}` }), 400, 4001);
  });
  await report.rule("C6", "an amount that is a number is 4001", async () =>
    expectRefused(await paid({ paid_amount: Number(order.amount) }), 400, 4001),
  );
  await report.rule("C45", "none of these paid it", async () => {
    const data = expectOk(await main.get(path));
    expect(data.fulfillment?.payload === undefined && data.paid_at == null, "an unpaid order", data);
  });
  return { ...order, path };
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

async function checkShortStock(report, main, products) {
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

async function checkPurchase(report, main, order) {
  report.section("POST /upstream/orders/:no/paid");
  const body = paidBody(order.amount);
  const fulfillment = await report.rule(
    "C45",
    "is answered with a fulfillment: ready with payload, or without one when held",
    async () => {
      const data = expectOk(await main.post(`${order.path}/paid`, body));
      expect(typeof data.fulfillment?.status === "string", "fulfillment.status: a text", data);
      const isReady = data.fulfillment.status === "ready";
      expect(
        isReady === (typeof data.fulfillment.payload === "string"),
        "a payload when ready, and only then",
        data,
      );
      return data.fulfillment;
    },
  );
  if (!fulfillment) return;
  if (fulfillment.status === "ready") {
    await report.rule("N15", "a delivered order that is paid again is 4090", async () =>
      expectRefused(await main.post(`${order.path}/paid`, body), 409, 4090),
    );
    await report.rule("C47", "the same payload can be read afterwards", async () => {
      const data = expectOk(await main.get(order.path));
      expect(data.fulfillment?.payload === fulfillment.payload, "the same payload", data);
    });
    return;
  }
  await report.rule("C45", "while it is held the same payment is the same answer", async () => {
    const data = expectOk(await main.post(`${order.path}/paid`, body));
    expect(data.fulfillment.payload === undefined, "no payload", data);
  });
  await report.rule("C45", "while it is held another payment is 4090", async () =>
    expectRefused(await main.post(`${order.path}/paid`, paidBody(order.amount)), 409, 4090),
  );
}

const price = ({ price: text }) => Number(text);

/** Plays an agent site, from the gentlest rule to a purchase. */
export async function checkMainSite(report, baseUrl, credentials, { isBuying, productId, other }) {
  const main = new MainSite(baseUrl, credentials);
  console.log(`Playing an agent against ${baseUrl}`);
  const first = await main.get("/products?per_page=1");
  if (first.status === 403) {
    report.section("Start");
    await report.rule("C40", "the given key and secret are accepted", () => expect(false, "HTTP 200", first));
    return;
  }
  await checkSignature(report, main);
  const list = await checkProducts(report, main);
  const offered = (list?.products ?? []).filter(({ active }) => active !== false);
  const inStock = offered.filter(({ stock }) => stock > 0);
  const product = productId
    ? inStock.find(({ id }) => id === productId)
    : [...inStock].sort((a, b) => price(a) - price(b))[0];
  await checkRefusals(report, main, product);
  if (!product) {
    report.skip("C44", "an order", "no product in stock");
    return;
  }
  const order = await checkOrder(report, main, product, other);
  await checkShortStock(report, main, productId ? [product] : offered);
  if (!order) return;
  if (isBuying) await checkPurchase(report, main, order);
  else report.skip("C45", "a purchase", "give --buy to pay for one unit");
}

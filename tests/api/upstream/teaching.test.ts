import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { aProduct, aSku } from "../../support/builders/products";
import { agentOfTest, anOrderBody, aPaidBody } from "../../support/fakes/main-site";

const { agent, main } = agentOfTest();
const repeated = ({ headers }: { headers: Headers }) => headers.get("idempotent-replayed");
const told = ({ json, headers }: { json: { msg: string }; headers: Headers }) => [
  json.msg,
  headers.get("x-error-field"),
];

it("says of an order and of a payment that came again that the answer is the first one's [C131]", async () => {
  await db().site.update({ where: { id: agent.site.id }, data: { settlementMode: "hold" } });
  const { sku } = await aProduct({ keys: 3, priceCents: 990n });
  const body = anOrderBody(sku);
  const first = await main.create(body);
  const again = await main.create(body);
  expect([repeated(first), repeated(again)]).toEqual([null, "true"]);
  expect(again.data).toEqual(first.data);
  const { upstream_order_no: orderNo, amount } = first.data;
  const paid = aPaidBody(amount);
  expect(repeated(await main.pay(orderNo, paid))).toBeNull();
  expect(repeated(await main.pay(orderNo, paid))).toBe("true");
});

it("says so to exactly those of many orders at once that placed nothing [C131]", async () => {
  const { sku } = await aProduct({ keys: 3, priceCents: 990n });
  const body = anOrderBody(sku);
  const answers = await Promise.all(Array.from({ length: 8 }, () => main.create(body)));
  expect(answers.filter((answer) => repeated(answer) === null)).toHaveLength(1);
});

it("names the member that an agent sent, in words that help [C129]", async () => {
  const { sku, product } = await aProduct({ keys: 3, priceCents: 990n });
  const field = { key: "subject", type: "text", label: "Subject", required: true };
  const missing = { product_id: undefined };
  expect(told(await main.create(anOrderBody(sku, missing)))).toEqual([
    "product_id: is required",
    "product_id",
  ]);
  expect(told(await main.products("?updated_after=yesterday"))).toEqual([
    "updated_after: must be an ISO 8601 time with an offset, like 2026-01-31T12:00:00Z",
    "updated_after",
  ]);
  const orders = [await main.create(anOrderBody(sku)), await main.create(anOrderBody(sku))];
  const [one = "", other = ""] = orders.map(({ data }) => data.upstream_order_no);
  const paid = aPaidBody("9.90");
  expect(told(await main.pay(one, { ...paid, extra: 1 }))).toEqual([
    "body: has unknown members: extra",
    "body",
  ]);
  expect(told(await main.pay(one, []))).toEqual(["body: must be an object", "body"]);
  await main.pay(one, paid);
  expect(told(await main.pay(other, paid))).toEqual([
    "downstream_payment_id: belongs to another order",
    "downstream_payment_id",
  ]);
  await db().product.update({ where: { id: product.id }, data: { formFields: [field] } });
  expect(told(await main.create(anOrderBody(sku)))).toEqual([
    "metadata.subject: Subject is required",
    "metadata.subject",
  ]);
});

it("names in X-Error-Fields each member that any 4001 is about, and all answers to a form at once [C205]", async () => {
  const listed = ({ json, headers }: { json: { status_code: number }; headers: Headers }) => [
    json.status_code,
    headers.get("x-error-field"),
    headers.get("x-error-fields"),
  ];
  const alone = (field: string, rule: string) => [4001, field, `${field};rule=${rule}`];
  const { sku, product } = await aProduct({ keys: 3, priceCents: 990n });
  expect(listed(await main.create(anOrderBody(sku, { product_id: 0 })))).toEqual(
    alone("product_id", "at_least"),
  );
  expect(listed(await main.products("?page=1&page=2"))).toEqual(alone("page", "given_twice"));
  const { data: placed } = await main.create(anOrderBody(sku));
  expect(listed(await main.pay(placed.upstream_order_no, aPaidBody("9.91")))).toEqual(
    alone("paid_amount", "must_equal"),
  );
  await db().product.update({ where: { id: product.id }, data: { maxQuantity: 2 } });
  expect(listed(await main.create(anOrderBody(sku, { quantity: 3 })))).toEqual(alone("quantity", "between"));
  await aSku(product.id, { keys: 1 });
  expect(listed(await main.create(anOrderBody(sku, { sku_id: undefined })))).toEqual(
    alone("sku_id", "required_variant"),
  );
  const field = (key: string) => ({ key, type: "text", label: key, required: true });
  const formFields = [
    field("subject"),
    { ...field("mood"), type: "select", options: ["good"] },
    field("place"),
  ];
  await db().product.update({ where: { id: product.id }, data: { formFields } });
  const answers = { metadata: { mood: "blue", place: "Rome" } };
  expect(listed(await main.create(anOrderBody(sku, answers)))).toEqual([
    4001,
    "metadata.subject",
    "metadata.subject;rule=required, metadata.mood;rule=not_an_answer",
  ]);
});

it("tells an agent beyond its limit how much it may call and when again [C130]", async () => {
  await db().site.update({ where: { id: agent.site.id }, data: { ratePerMinute: 1 } });
  let answer = await main.products();
  for (let calls = 0; calls < 5 && answer.status !== 429; calls += 1) answer = await main.products();
  const wait = answer.headers.get("retry-after");
  expect([answer.json.status_code, answer.json.msg]).toEqual([
    4290,
    `Too many requests; try again in ${wait} seconds`,
  ]);
  expect(answer.headers.get("ratelimit-policy")).toBe('"site";q=1;w=60');
  expect(answer.headers.get("ratelimit")).toBe(`"site";r=0;t=${wait}`);
});

import { expectOk, expectRefused, utc } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { bodyOf, pathOf, readStock } from "./goods.mjs";
import { paidBody } from "./refused.mjs";

/** Kinds of which every unit has a line of its own at least. */
const keyed = new Set(["card_key", "account", "link"]);
const fulfillmentStatuses = ["pending", "processing", "ready", "held", "failed", "revoked"];

const linesOf = (payload) => payload.split("\n").filter((line) => line.trim() !== "");
const unitsOf = ({ payload, secrets }) => secrets ?? linesOf(payload ?? "");

async function place(main, goods, changes) {
  const body = bodyOf(goods, changes);
  const order = expectOk(await main.post("/orders", body));
  return { ...order, body, goods, path: pathOf(order), downstream: body.downstream_order_no };
}

/** `19.50` as `19.5`, and `20.00` as `20`. */
const shortened = (amount) => amount.replace(/0$/, "").replace(/\.0?$/, "");

async function payAtOnce(report, main, order) {
  const bodies = Array.from({ length: 5 }, () => paidBody(order.amount));
  const answers = await Promise.all(bodies.map((body) => main.post(`${order.path}/paid`, body)));
  const first = Math.max(
    answers.findIndex(({ status }) => status === 200),
    0,
  );
  await report.rule("pay.at-once", "of five payments at once one is taken and the others are 4090", () => {
    for (const [index, answer] of answers.entries())
      if (index === first) expectOk(answer);
      else expectRefused(answer, 409, 4090);
  });
  return { body: bodies[first], answer: answers[first] };
}

async function checkUnits(report, { quantity, kind }, fulfillment) {
  const isKeyed = keyed.has(kind);
  const needed = `a unit of kind ${kind} has no line of its own`;
  const lines = linesOf(fulfillment.payload);
  await report.rule("pay.lines", "the payload has a line for every unit", () => {
    if (!isKeyed) throw new Skipped(needed);
    expect(lines.length >= quantity, `${quantity} lines`, fulfillment);
  });
  await report.rule("pay.units", "no unit comes twice in one order", () => {
    if (!isKeyed) throw new Skipped(needed);
    const units = unitsOf(fulfillment);
    expect(new Set(units).size === units.length, "each unit once", fulfillment);
  });
  await report.rule("read.secrets", "the units one by one are the payload", () => {
    const { secrets } = fulfillment;
    if (secrets === undefined) throw new Skipped("the answer has no secrets");
    expect(
      Array.isArray(secrets) && secrets.join("\n") === fulfillment.payload,
      "joined the payload",
      fulfillment,
    );
    expect(!isKeyed || secrets.length === quantity, `${quantity} units`, fulfillment);
  });
}

async function checkDelivered(report, main, order, fulfillment, { body, other }) {
  await checkUnits(report, order.goods, fulfillment);
  await report.rule("pay.again", "a delivered order that is paid again is 4090", async () =>
    expectRefused(await main.post(`${order.path}/paid`, body), 409, 4090),
  );
  let answer;
  await report.rule("read.payload", "the same payload can be read afterwards", async () => {
    answer = await main.get(order.path);
    expect(expectOk(answer).fulfillment?.payload === fulfillment.payload, "the same payload", answer);
    if (other) expectRefused(await main.as(other).get(order.path), 404, 4004);
  });
  await report.rule("read.delivered", "it is delivered, ready and has the time of its payment", () => {
    const data = expectOk(answer);
    expect(
      data.status === "delivered" && data.fulfillment?.status === "ready",
      "delivered and ready",
      answer,
    );
    const isTold = !("paid_at" in data) || utc.test(data.paid_at);
    expect(isTold, "paid_at: ISO 8601 in UTC", answer);
  });
  await report.rule("read.stays", "every reading is the same", async () => {
    for (let n = 0; n < 3; n++) {
      const again = await main.get(order.path);
      expect(expectOk(again).fulfillment?.payload === fulfillment.payload, "the same payload", again);
    }
  });
}

const waitingSentences = {
  "pay.same-again": "the same payment again is the same answer",
  "pay.second-payment": "another payment is 4090",
};

async function checkWaiting(report, main, order, { body }) {
  await report.rule("pay.same-again", waitingSentences["pay.same-again"], async () => {
    const answer = await main.post(`${order.path}/paid`, body);
    expect(expectOk(answer).fulfillment?.payload === undefined, "no payload", answer);
  });
  await report.rule("pay.second-payment", waitingSentences["pay.second-payment"], async () =>
    expectRefused(await main.post(`${order.path}/paid`, paidBody(order.amount)), 409, 4090),
  );
}

/** Another agent may have the numbers of this one: its order is paid with the same. */
async function checkOtherAgent(report, main, order, { body, other }) {
  await report.rule("pay.per-agent", "two agents may use the same number of a payment", async () => {
    if (!other) throw new Skipped("give --other-key and --other-secret");
    const stranger = main.as(other);
    const theirs = await place(stranger, { ...order.goods, quantity: 1 });
    const used = { ...paidBody(theirs.amount), downstream_payment_id: body.downstream_payment_id };
    expectOk(await stranger.post(`${theirs.path}/paid`, used));
  });
}

/** Two further orders of the same goods: what the first one hides. */
async function checkNextOrders(report, main, order, { body, fulfillment }) {
  const { goods } = order;
  const one = { ...goods, quantity: 1 };
  const next = await place(main, one).catch(() => null);
  const without = (name, sentence) => report.skip(name, sentence, "no further order could be placed");
  const sentences = {
    "pay.other-order": "a payment that has paid another order is 4090",
    "pay.other-order-at-once": "one payment for two orders at once pays one",
    "pay.next-order": "the next order gets other units",
  };
  if (!next) {
    for (const [name, sentence] of Object.entries(sentences)) without(name, sentence);
    return null;
  }
  const used = { ...paidBody(next.amount), downstream_payment_id: body.downstream_payment_id };
  await report.rule("pay.other-order", sentences["pay.other-order"], async () =>
    expectRefused(await main.post(`${next.path}/paid`, used), 409, 4090),
  );
  const third = await place(main, one).catch(() => null);
  const paid = [];
  if (third)
    await report.rule("pay.other-order-at-once", sentences["pay.other-order-at-once"], async () => {
      const shared = paidBody(next.amount);
      const answers = await Promise.all([next, third].map(({ path }) => main.post(`${path}/paid`, shared)));
      for (const [index, answer] of answers.entries())
        if (answer.status === 200) paid.push([next, third][index]);
        else expectRefused(answer, 409, 4090);
      expect(paid.length === 1, "one paid order", { paid: paid.length });
    });
  else without("pay.other-order-at-once", sentences["pay.other-order-at-once"]);
  await report.rule("pay.next-order", sentences["pay.next-order"], async () => {
    if (fulfillment.status !== "ready" || !keyed.has(goods.kind)) throw new Skipped("no keys to compare");
    const [done = next] = paid;
    if (paid.length === 0) await main.post(`${done.path}/paid`, paidBody(done.amount));
    const answer = await main.get(done.path);
    const units = unitsOf(expectOk(answer).fulfillment ?? {});
    const former = unitsOf(fulfillment);
    expect(!units.some((unit) => former.includes(unit)), "units of its own", answer);
  });
  return { next, third, paid };
}

/** Pays the order. @returns what became of it, for what is checked afterwards */
export async function checkPayment(report, main, order, { other }) {
  report.section("POST /upstream/orders/:no/paid");
  const before = await readStock(main, order.goods);
  const { body, answer } = await payAtOnce(report, main, order);
  const fulfillment = await report.rule("pay.answer", "is answered with a fulfillment", () => {
    const data = expectOk(answer);
    expect(fulfillmentStatuses.includes(data.fulfillment?.status), fulfillmentStatuses.join(", "), answer);
    return data.fulfillment;
  });
  if (!fulfillment) return null;
  await report.rule("pay.amount-form", "an amount without its last zero is the same amount", async () => {
    const form = shortened(order.amount);
    if (form === order.amount) throw new Skipped("the amount ends with no zero");
    const again = await main.post(`${order.path}/paid`, { ...body, paid_amount: form });
    // It is paid already: the answer depends on what became of it, and not on the amount.
    expect(again.json?.status_code !== 4001, `another answer than 4001 for ${form}`, again);
  });
  const isReady = fulfillment.status === "ready";
  const hasPayload = typeof fulfillment.payload === "string" && fulfillment.payload !== "";
  await report.rule("pay.payload", "has a payload when it is ready, and only then", () =>
    expect(isReady === hasPayload, isReady ? "a payload" : "no payload", answer),
  );
  if (isReady && hasPayload) {
    await checkDelivered(report, main, order, fulfillment, { body, other });
    for (const [name, sentence] of Object.entries(waitingSentences))
      report.skip(
        name,
        sentence,
        "the order was delivered at once: give --product of goods that a person prepares",
      );
  } else await checkWaiting(report, main, order, { body });
  await report.rule("pay.stock-stays", "what is sold does not come back into the stock", async () => {
    if (!order.goods.isCounted) throw new Skipped("its stock does not fall");
    const stock = await readStock(main, order.goods);
    expect(stock <= before, `stock ${before}`, { stock });
  });
  await checkOtherAgent(report, main, order, { body, other });
  const further = await checkNextOrders(report, main, order, { body, fulfillment });
  return { body, fulfillment, further };
}

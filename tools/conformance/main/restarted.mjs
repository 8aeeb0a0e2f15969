import { randomUUID } from "node:crypto";
import { expectOk, expectRefused } from "../answers.mjs";
import { expect, Skipped } from "../report.mjs";
import { restart } from "../restart.mjs";
import { nowSeconds } from "../signed-call.mjs";
import { bodyOf, pathOf } from "./goods.mjs";
import { paidBody } from "./refused.mjs";

const list = "/products?per_page=1";

/** Memory over a restart: of a nonce, of an order that waits, and of a payment. */
export async function checkRestart(report, main, { command, goods, bought }) {
  report.section("After a restart");
  const sentences = {
    "restart.nonce": "a nonce is still spent",
    "restart.order": "an order is still there",
    "restart.again": "its number is still the same order",
    "restart.payment": "a payment has still paid another order",
  };
  const skip = (why) => {
    for (const [name, sentence] of Object.entries(sentences)) report.skip(name, sentence, why);
  };
  if (!command) return skip("give --restart COMMAND, which restarts the site and ends");
  let early;
  const spent = await main.get(list, () => {
    early = { nonce: randomUUID(), timestamp: nowSeconds() + 100 };
    return early;
  });
  expectOk(spent);
  const body = bodyOf({ ...goods, quantity: 1 });
  const order = expectOk(await main.post("/orders", body));
  try {
    await restart(command, main.baseUrl, async () => (await main.get(list)).status === 200);
  } catch (error) {
    if (error instanceof Skipped) return skip(error.message);
    throw error;
  }
  const rule = (name, check) => report.rule(name, sentences[name], check);
  await rule("restart.nonce", async () => expectRefused(await main.get(list, early), 403, 4003));
  await rule("restart.order", async () => {
    const answer = await main.get(pathOf(order));
    expect(expectOk(answer).status === "pending_payment", "status pending_payment", answer);
    if (!bought?.fulfillment.payload) return;
    const former = await main.get(bought.path);
    expect(
      expectOk(former).fulfillment?.payload === bought.fulfillment.payload,
      "the payload of before",
      former,
    );
  });
  await rule("restart.again", async () => {
    const answer = await main.post("/orders", body);
    expect(expectOk(answer).upstream_order_no === order.upstream_order_no, order.upstream_order_no, answer);
  });
  await rule("restart.payment", async () => {
    if (!bought) throw new Skipped("give --buy");
    const used = { ...paidBody(order.amount), downstream_payment_id: bought.body.downstream_payment_id };
    expectRefused(await main.post(`${pathOf(order)}/paid`, used), 409, 4090);
  });
}

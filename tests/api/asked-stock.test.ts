import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import { getProduct } from "@/lib/catalogue/queries";
import { forgetLooks } from "@/lib/catalogue/want-stock";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { newServerSecret } from "@/lib/fulfillment/kinds/dynamic/server-secret";
import { askStock, sweepQuestions } from "@/lib/fulfillment/kinds/dynamic/stock-question";
import { sendRequest } from "@/lib/orders/delivery-requests/send-request";
import { order, orderIdOf } from "../support/builders/guest-orders";
import { pay, refundByHand } from "../support/builders/orders";
import { aProduct } from "../support/builders/products";
import { sellerServer } from "../support/fakes/seller-server";
import { staffOfTest } from "../support/harness/admin-suite";
import { expectRefusal } from "../support/harness/public-suite";
import { saying } from "../support/harness/saying";

const staff = staffOfTest("manager");
const seller = sellerServer();
const settings = { timeout_minutes: 120, stock: "question", stock_seconds: 60, stock_keep_minutes: 30 };

/** An option whose stock the seller's server says. Nothing was asked yet. */
async function anAskedOption(more: object = {}) {
  const { sku, product } = await aProduct({ kind: "text" });
  await db().sku.update({ where: { id: sku.id }, data: { contentSealed: null } });
  const secret = await inTransaction((tx) => newServerSecret(tx, sku.id));
  const params = { id: String(sku.id) };
  const save = (own: object | null) =>
    staff.call(adminSkus.saveDelivery, "PUT", { params, body: { settings: { dynamic: own } } });
  expect((await save({ ...settings, url: seller.url, ...more })).status).toBe(200);
  const count = async () => (await db().skuStock.findUniqueOrThrow({ where: { skuId: sku.id } })).available;
  const ask = async (seconds = 61) => {
    testClock.advance(seconds);
    await askStock(sku.id);
    return count();
  };
  return { sku, product, params, secret, save, count, ask };
}

/** The server accepts the question and says nothing. The ten seconds that it has are over at once. */
function beSilent() {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => timeout(ms === 10_000 ? 100 : ms));
  onTestFinished(() => spy.mockRestore());
  seller.answer = () => undefined;
}

const jobsFor = (skuId: number) =>
  db().$queryRaw<object[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`stock.ask:${skuId}`}`;
const dropJobs = () => db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
const alerts = () => db().alert.findMany({ where: { kind: "stock.server_silent", resolvedAt: null } });

describe("stock that the seller's server says", () => {
  beforeEach(() => {
    seller.calls.length = 0;
    forgetLooks();
    seller.says({ stock: 3 });
    return () => testClock.reset();
  });

  it("is asked for with a signed request, and sold out before the first answer", async () => {
    const { sku, secret, count, ask } = await anAskedOption();
    expect(await count()).toBe(0);
    expect(await jobsFor(sku.id)).toHaveLength(1);
    expect((await order(sku)).status).toBe(409);
    expect(await ask(0)).toBe(3);
    const [sent] = seller.calls;
    const verified = new Webhook(secret).verify(sent?.body ?? "", sent?.headers as Record<string, string>);
    expect(verified).toMatchObject({ type: "stock.asked", data: { sku_id: sku.id } });
    expect(sent?.id).toMatch(/^stk_/);
  });

  it("is asked for as soon as there is a secret to sign with, and nobody is alarmed before", async () => {
    const { sku, params, ask } = await anAskedOption();
    await db().deliverySecret.delete({ where: { skuId: sku.id } });
    await dropJobs();
    for (let n = 0; n < 3; n++) expect(await ask()).toBe(0);
    expect([seller.calls, await alerts()]).toEqual([[], []]);
    expect((await staff.call(adminSkus.makeDeliverySecret, "POST", { params })).status).toBe(200);
    expect(await jobsFor(sku.id)).toHaveLength(1);
    expect(await ask(0)).toBe(3);
  });

  it("is asked for once in the option's time, by one of two processes", async () => {
    const { sku, ask } = await anAskedOption();
    await Promise.all([askStock(sku.id), askStock(sku.id), askStock(sku.id)]);
    expect(seller.calls).toHaveLength(1);
    await ask(59);
    expect(seller.calls).toHaveLength(1);
    await ask(2);
    expect(seller.calls).toHaveLength(2);
    expect(new Set(seller.calls.map(({ id }) => id)).size).toBe(2);
  });

  it("is wanted by whoever looks at the product, without waiting, and by a payment", async () => {
    const { sku, product, ask } = await anAskedOption();
    await ask(0);
    await dropJobs();
    expect((await getProduct(product.slug)).skus).toMatchObject([{ stock: 3 }]);
    await expect.poll(() => jobsFor(sku.id)).toHaveLength(1);
    await dropJobs();
    await getProduct(product.slug);
    const { data } = await order(sku);
    expect(await jobsFor(sku.id)).toHaveLength(0);
    await pay(await orderIdOf(data.order_no));
    expect(await jobsFor(sku.id)).toHaveLength(1);
    expect(seller.calls).toHaveLength(1);
  });

  it("is not sold twice: of two orders for the last unit one gets it, and an answer subtracts what is still to be made", async () => {
    const { sku, ask } = await anAskedOption();
    seller.says({ stock: 1 });
    expect(await ask(0)).toBe(1);
    const both = await Promise.all([order(sku), order(sku)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    // The server has not been asked to make it yet, so it says the same again.
    expect(await ask()).toBe(0);
    const taken = both.find(({ status }) => status === 200)?.data.order_no ?? "";
    await pay(await orderIdOf(taken));
    expect(await ask()).toBe(0);
    const request = await db().deliveryRequest.findFirstOrThrow();
    seller.says({ text: "made" });
    await sendRequest(request.id);
    seller.says({ stock: 0 });
    expect(await ask()).toBe(0);
    seller.says({ stock: 2 });
    expect(await ask()).toBe(2);
  });

  it("subtracts what was handed over while the question was on its way, and gives back what ended unpaid", async () => {
    const { sku, ask, count } = await anAskedOption();
    expect(await ask(0)).toBe(3);
    const { data } = await order(sku);
    const orderId = await orderIdOf(data.order_no);
    await pay(orderId);
    const request = await db().deliveryRequest.findFirstOrThrow();
    let answerStock = () => {};
    seller.answer = (response, id) => {
      const say = (body: object) => response.writeHead(200).end(JSON.stringify(body));
      if (id.startsWith("stk_")) answerStock = () => void say({ stock: 3 });
      else say({ request_id: id, text: "made" });
    };
    const asked = ask();
    await expect.poll(() => seller.calls.length).toBe(2);
    await sendRequest(request.id);
    answerStock();
    expect(await asked).toBe(2);
    await refundByHand(data.order_no);
    expect(await count()).toBe(2);
  });

  it("drops an answer after which another question was sent", async () => {
    const { sku, count } = await anAskedOption();
    let answerFirst = () => {};
    seller.answer = (response) => {
      answerFirst = () => void response.writeHead(200).end(JSON.stringify({ stock: 50 }));
    };
    const first = askStock(sku.id);
    await expect.poll(() => seller.calls.length).toBe(1);
    seller.says({ stock: 4 });
    testClock.advance(61);
    await askStock(sku.id);
    answerFirst();
    await first;
    expect(await count()).toBe(4);
  });

  it.each([
    ["nothing for ten seconds", beSilent, /did not answer|time/i],
    ["garbage", () => seller.says("<html>"), /no JSON/],
    ["a number below zero", () => seller.says({ stock: -1 }), /no number of units/],
    ["a part of a unit", () => seller.says({ stock: 1.5 }), /no number of units/],
    ["a text", () => seller.says({ stock: "7" }), /no number of units/],
    ["null", () => seller.says("null"), /no number of units/],
    ["202", () => seller.says({ stock: 7 }, 202), /answered 202/],
    ["an error", () => seller.says({ stock: 7 }, 500), /answered 500/],
    ["20 MB", () => seller.says(" ".repeat(20_000_000)), /no JSON/],
  ])(
    "is kept when the server says %s, and sold out with an alert once that is too old",
    async (_, behave, problem) => {
      const { sku, ask, count } = await anAskedOption();
      expect(await ask(0)).toBe(3);
      behave();
      expect(await ask()).toBe(3);
      const row = await db().askedStock.findUniqueOrThrow({ where: { skuId: sku.id } });
      expect(row).toMatchObject({ answer: 3, lastError: saying(problem) });
      expect(await alerts()).toEqual([]);
      expect((await order(sku)).status).toBe(200);
      testClock.advance(30 * 60);
      await dropJobs();
      await sweepQuestions();
      expect(await jobsFor(sku.id)).toHaveLength(1);
      expect(await ask()).toBe(0);
      expect(await alerts()).toMatchObject([{ reference: `sku:${sku.id}`, count: 1 }]);
      seller.says({ stock: 5 });
      expect(await ask()).toBe(4);
      expect([await alerts(), await count()]).toEqual([[], 4]);
    },
    40_000,
  );

  it("goes on being sold down to the last number where the operator chose so, with the same alert", async () => {
    const { sku, ask } = await anAskedOption({ stock_when_silent: "go_on" });
    await ask(0);
    seller.says("down", 503);
    expect(await ask(31 * 60)).toBe(3);
    expect(await alerts()).toHaveLength(1);
    expect((await order(sku, { quantity: 3 })).status).toBe(200);
    expect((await order(sku)).status).toBe(409);
  });

  it("is never read as without end, however large", async () => {
    const { ask } = await anAskedOption();
    seller.says({ stock: 9_000_000_000 });
    expect(await ask(0)).toBe(999_998);
  });

  it("is asked for at once after a refusal, and serves what was paid while it was short once it is back", async () => {
    const { sku, ask, count } = await anAskedOption();
    await ask(0);
    const { data } = await order(sku);
    await pay(await orderIdOf(data.order_no));
    const request = await db().deliveryRequest.findFirstOrThrow();
    await dropJobs();
    seller.says({ refused: "No more accounts" });
    await sendRequest(request.id);
    // Units that were refused are not sold again on the answer from before.
    expect([await count(), (await jobsFor(sku.id)).length]).toEqual([2, 1]);
    const redeliveries = () =>
      db().$queryRaw<object[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`order.redeliver:${sku.id}`}`;
    seller.says({ stock: 0 });
    await askStock(sku.id);
    expect([await count(), await redeliveries()]).toEqual([0, []]);
    seller.says({ stock: 2 });
    expect(await ask()).toBe(2);
    expect(await redeliveries()).toHaveLength(1);
  });

  it("cannot be set in a form, nor for stored keys, and becomes the option's own number again", async () => {
    const { sku, params, save, ask, count } = await anAskedOption();
    await ask(0);
    expectRefusal(
      await staff.call(adminSkus.updateSku, "PATCH", { params, body: { stock: 7 } }),
      400,
      /server/,
    );
    expect((await save({ ...settings, stock: "option", url: seller.url })).status).toBe(200);
    expect(await db().askedStock.count()).toBe(0);
    expect((await staff.call(adminSkus.updateSku, "PATCH", { params, body: { stock: 7 } })).status).toBe(200);
    await askStock(sku.id);
    expect([await count(), seller.calls.length]).toEqual([7, 1]);
    const { sku: keyed } = await aProduct({ keys: 2 });
    const refused = await staff.call(adminSkus.saveDelivery, "PUT", {
      params: { id: String(keyed.id) },
      body: { settings: { dynamic: { ...settings, url: seller.url } } },
    });
    expectRefusal(refused, 400, /keys/);
    expect(await db().askedStock.count()).toBe(0);
  });
});

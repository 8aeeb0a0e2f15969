import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { sweepPurchases } from "@/lib/interconnect/agent/purchases/start";
import {
  advance,
  anAgentShop,
  anUpstreamProduct,
  buy,
  only,
  payFor,
} from "../../support/builders/agent-shop";
import { aDeliveredOrder, sendDue } from "../../support/builders/callbacks";
import { aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { type FakeMain, startFakeMain } from "../../support/fakes/fake-main";
import { startFakeReceiver } from "../../support/fakes/fake-receiver";
import { isTurnOf } from "../../support/harness/seed";
import { startApiServer } from "../../support/harness/start-api-server";

const another = { key: "another_main_01", secret: "another" };
/** More than a worker does at a time. */
const open = 7;
let hanging: FakeMain;
let sound: FakeMain;
let sku: { id: number; productId: number };

beforeEach(async () => {
  ({ main: hanging, sku } = await anAgentShop());
  sound = await startFakeMain(another);
});
afterEach(() => Promise.all([hanging.stop(), sound.stop()]));

const makeDue = () =>
  db().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '1 hour'`;

/** Paid by their buyers, and asked for once in vain: all of them are due again. */
async function purchasesToRepeat() {
  for (let n = 0; n < open; n++) {
    hanging.state.next.paid.push({ code: 5000, http: 500 });
    const { data } = await buy(sku);
    await payFor(data.order_no);
  }
  await advance();
  expect(await db().purchase.count({ where: { status: "paying", pollCount: 1 } })).toBe(open);
  await makeDue();
  await db().purchase.updateMany({ data: { nextPollAt: new Date(Date.now() - 3_600_000) } });
}

const startOneWorker = () =>
  startApiServer({
    worker: true,
    settings: { "database.poolSize": "6", "interconnect.allowPrivateNetworks": "true" },
  });

const again: [string, () => Promise<unknown>][] = [
  ["by their schedule", async () => {}],
  ["after a sweep", sweepPurchases],
];

describe("a main site that hangs", () => {
  it.each(again.filter((_, at) => isTurnOf(at, again.length)))(
    "keeps one worker with what it is asked again %s, and the others serve the rest [C63]",
    async (_, prepare) => {
      await purchasesToRepeat();
      await prepare();
      hanging.state.until = new Promise(() => {});
      hanging.calls.length = 0;
      const other = await anUpstreamProduct({ ...another, baseUrl: sound.url });
      const { data } = await buy(other.sku);
      await payFor(data.order_no);
      const worker = await startOneWorker();
      try {
        await expect
          .poll(async () => (await only(data.order_no)).status, { timeout: 30_000 })
          .toBe("delivered");
        expect(hanging.calls.filter(({ path }) => path.endsWith("/paid")).length).toBeLessThanOrEqual(1);
      } finally {
        await worker.kill();
      }
    },
    60_000,
  );
});

describe("several main sites that hang", () => {
  it("leave places for a sound one, first attempts too [C62]", async ({ skip }) => {
    skip(!isTurnOf(0, 2));
    hanging.state.until = new Promise(() => {});
    const silent = [hanging];
    for (let n = 0; n < 4; n++) silent.push(await startFakeMain({ key: `silent_main_${n}1`, secret: "x" }));
    const paid: string[] = [];
    for (const [n, main] of silent.entries()) {
      const credentials = n === 0 ? undefined : { key: `silent_main_${n - 1}1`, secret: "x" };
      const goods = credentials ? (await anUpstreamProduct({ ...credentials, baseUrl: main.url })).sku : sku;
      main.state.until = Promise.resolve();
      for (let order = 0; order < 5; order++) {
        const { data } = await buy(goods);
        paid.push(data.order_no);
      }
      main.state.until = new Promise(() => {});
      main.calls.length = 0;
    }
    for (const orderNo of paid) await payFor(orderNo);
    const other = await anUpstreamProduct({ ...another, baseUrl: sound.url });
    const { data } = await buy(other.sku);
    await payFor(data.order_no);
    const worker = await startOneWorker();
    try {
      await expect
        .poll(async () => (await only(data.order_no)).status, { timeout: 30_000 })
        .toBe("delivered");
      for (const { calls } of silent) expect(calls.length).toBeLessThanOrEqual(3);
    } finally {
      await worker.kill();
      await Promise.all(silent.slice(1).map((main) => main.stop()));
    }
  }, 240_000);
});

describe("agent sites that hang", () => {
  async function anAgent() {
    const agent = await aSite();
    const receiver = await startFakeReceiver(agent.secret);
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: receiver.callbackUrl } });
    return { agent, receiver };
  }

  it("keep one worker each with their retries, and a healthy site gets its callbacks [C52]", async ({
    skip,
  }) => {
    skip(!isTurnOf(1, 2));
    const { sku: goods } = await aProduct({ keys: 10 });
    const silent = await Promise.all([anAgent(), anAgent(), anAgent()]);
    for (const { agent, receiver } of silent) {
      receiver.state.mode = "broken";
      for (let n = 0; n < 2; n++) await aDeliveredOrder(agent, goods);
    }
    await sendDue();
    await makeDue();
    await db().callback.updateMany({ data: { nextAttemptAt: new Date() } });
    for (const { receiver } of silent) {
      receiver.state.mode = "silent";
      receiver.calls.length = 0;
    }
    const { agent, receiver } = await anAgent();
    await aDeliveredOrder(agent, goods);
    const worker = await startOneWorker();
    try {
      await expect.poll(() => receiver.calls.length, { timeout: 30_000 }).toBe(1);
      for (const one of silent) expect(one.receiver.calls.length).toBeLessThanOrEqual(1);
    } finally {
      await worker.kill();
      await Promise.all([receiver, ...silent.map((one) => one.receiver)].map((one) => one.stop()));
    }
  }, 240_000);
});

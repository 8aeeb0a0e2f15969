import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { changeText } from "@/lib/fulfillment/kinds/living/change-text";
import { ageLocks } from "../../support/builders/jobs";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { addGoods } from "../../support/builders/sold-files";
import { aMadeProduct, sellerServer } from "../../support/fakes/seller-server";
import {
  type ApiServer,
  type ApiServerOptions,
  startApiServer,
} from "../../support/harness/start-api-server";

const seller = sellerServer();
const workers: ApiServer[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

async function aWorker(options: ApiServerOptions = {}): Promise<ApiServer> {
  await ageLocks();
  await db().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now()`;
  const worker = await startApiServer({ worker: true, ...options });
  workers.push(worker);
  return worker;
}

const patience = { timeout: 120_000 };

it("delivers once what the seller's server makes, and tells once of a living text, whenever the worker is killed [O7]", async () => {
  const { sku } = await aMadeProduct(seller.url, { kind: "text", units: 5 });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  const made = async () => (await getOrder(orderId)).fulfillmentStatus;

  // While the server makes it.
  const asked = new Promise<void>((resolve) => {
    seller.answer = () => resolve();
  });
  const first = await aWorker();
  await asked;
  await first.kill();
  expect(await made()).toBe("processing");

  // After the answer, before what it brought is handed over.
  seller.says({ text: "made" });
  const second = await aWorker({ failpoint: "before-commit" });
  expect(await second.exited).toBe("SIGKILL");
  expect(await made()).toBe("processing");
  expect(await db().deliveryRequest.findMany()).toMatchObject([{ status: "pending" }]);

  // While it tells the readers of a text; the request is done by then.
  seller.answer = () => undefined;
  const { sku: text } = await aProduct({ kind: "text", sku: { fulfillers: ["living"] } });
  await addGoods(text.id);
  const readers: number[] = [];
  for (let n = 0; n < 3; n += 1) readers.push((await anOrder({ sku: text })).orderId);
  for (const reader of readers) await pay(reader);
  await changeText(await anAdmin(), aClient(), text.id, { content: "second password" });
  const told = () => db().orderEvent.count({ where: { orderId: { in: readers }, kind: "secret_replaced" } });
  const third = await aWorker({ failpoint: "before-commit" });
  expect(await third.exited).toBe("SIGKILL");
  expect(await told()).toBe(0);

  seller.says({ text: "made" });
  await Promise.all([aWorker(), aWorker()]);
  await expect.poll(made, patience).toBe("ready");
  await expect.poll(told, patience).toBe(3);
  expect(new Set(seller.calls.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
  expect((await stockOf(sku.id)).counters).toEqual({ available: 4, reserved: 0, sold: 1 });
  expect(await db().orderEvent.count({ where: { orderId, kind: "delivered" } })).toBe(1);
  expect(await db().livingAccess.findMany({ select: { toldNumber: true } })).toEqual(
    readers.map(() => ({ toldNumber: 2 })),
  );
}, 480_000);

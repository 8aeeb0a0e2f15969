import { test } from "vitest";
import { db } from "@/lib/db/client";
import { useResolver } from "@/lib/outgoing/guarded-agent";
import { callbacksOf } from "../builders/callbacks";
import { aProduct } from "../builders/products";
import { aSite } from "../builders/sites";
import { startFakeReceiver } from "../fakes/fake-receiver";
import { overrideConfig } from "./test-config";

/** `it` for tests of callbacks: each has an `agent`, the `receiver` of its callbacks, and a `sku` with five keys. */
export const it = test
  .extend("callbackShop", async ({}, { onCleanup }) => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
    const agent = await aSite();
    const receiver = await startFakeReceiver(agent.secret);
    onCleanup(async () => {
      useResolver(null);
      await receiver.stop();
    });
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: receiver.callbackUrl } });
    const { sku } = await aProduct({ keys: 5 });
    return { agent, receiver, sku };
  })
  .extend("agent", ({ callbackShop }) => callbackShop.agent)
  .extend("receiver", ({ callbackShop }) => callbackShop.receiver)
  .extend("sku", ({ callbackShop }) => callbackShop.sku);

export async function onlyCallbackOf(orderId: number) {
  const [callback] = await callbacksOf(orderId);
  if (!callback) throw new Error("There is no callback");
  return callback;
}

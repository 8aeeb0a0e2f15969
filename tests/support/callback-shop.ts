import { afterEach, beforeEach } from "vitest";
import { db } from "@/lib/db/client";
import { useResolver } from "@/lib/outgoing/outgoing-call";
import { aProduct } from "./builders";
import { callbacksOf } from "./callbacks";
import { type FakeReceiver, startFakeReceiver } from "./fake-receiver";
import { aSite } from "./sites";
import { overrideConfig } from "./test-config";

export let agent: Awaited<ReturnType<typeof aSite>>;
export let receiver: FakeReceiver;
export let sku: { id: number; productId: number };

/** Before each test of the file: an agent whose callbacks reach a fake receiver, and a SKU with five keys. */
export function prepareCallbackShop(): void {
  beforeEach(async () => {
    overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
    agent = await aSite();
    receiver = await startFakeReceiver(agent.secret);
    await db().site.update({ where: { id: agent.site.id }, data: { callbackUrl: receiver.callbackUrl } });
    ({ sku } = await aProduct({ keys: 5 }));
  });
  afterEach(async () => {
    useResolver(null);
    await receiver.stop();
  });
}

export async function onlyCallbackOf(orderId: number) {
  const [callback] = await callbacksOf(orderId);
  if (!callback) throw new Error("There is no callback");
  return callback;
}

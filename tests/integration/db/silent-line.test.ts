import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getConfig } from "@/lib/config/config";
import { anEmail, aProduct } from "../../support/builders/products";
import { type SilentProxy, startSilentProxy } from "../../support/fakes/silent-proxy";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";

const limits = { "limits.guestOrdersPerMinute": "100000", "limits.openOrdersPerIp": "100000" };
/** The long run waits as long as a shop does. */
const patience = { "database.statementSeconds": isLong ? "15" : "3" };
let proxy: SilentProxy;
let server: ApiServer;

beforeAll(async () => {
  proxy = await startSilentProxy(getConfig().database.url ?? "");
  server = await startApiServer({
    databaseUrl: proxy.url,
    worker: true,
    settings: { ...limits, ...patience },
  });
}, 240_000);
afterAll(async () => {
  await server.kill();
  await proxy.stop();
});

async function order(productId: number): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/guest/orders`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ product_id: productId, quantity: 1, email: anEmail() }),
  }).catch(() => null);
  return response?.status ?? 0;
}

const orders = (productId: number) => Promise.all(Array.from({ length: 8 }, () => order(productId)));

describe("a database whose connections go silent", () => {
  it("is used again within 30 s without a restart, and does not keep the process from stopping", async () => {
    const { product } = await aProduct({ keys: 40 });
    await orders(product.id);
    // The pool's five and the lease's one.
    expect(proxy.connections()).toBeGreaterThan(3);

    proxy.silence();
    const silent = orders(product.id);
    const end = performance.now() + 30_000;
    let status = 0;
    while (status !== 201 && status !== 200 && performance.now() < end) {
      status = await Promise.race([order(product.id), sleep(end - performance.now(), -1)]);
      await sleep(500);
    }
    expect([200, 201]).toContain(status);
    // Nobody still waits for a connection that says nothing.
    expect(await silent).not.toContain(0);

    proxy.silenceAll();
    void orders(product.id);
    await sleep(500);
    process.kill(server.pid, "SIGTERM");
    expect(await Promise.race([server.exited, sleep(30_000, "still running")])).toMatch(/^[01]$/);
  }, 240_000);
});

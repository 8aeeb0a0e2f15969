import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { db } from "@/lib/db/client";
import { openLicenseKey } from "@/lib/licenses/license-key";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { aChannel, aPayment } from "../../support/builders/payments";
import { aBundleOf, anEmail, aProduct } from "../../support/builders/products";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { isLong } from "../../support/harness/tier";

const settings = {
  "limits.guestOrdersPerMinute": "1000",
  "limits.openOrdersPerIp": "1000",
};
const stock = isLong ? 100 : 40;
let servers: ApiServer[] = [];

beforeAll(async () => {
  servers = [await startApiServer({ settings }), await startApiServer({ settings })];
}, 240_000);
afterAll(() => Promise.all(servers.map((server) => server.stop())));

it(`two processes sell ${stock} keys to ${2 * stock} buyers, each key once [O1]`, {
  timeout: 90_000,
}, async () => {
  const { sku } = await aProduct({ keys: stock });
  const answers = await Promise.all(
    Array.from({ length: 2 * stock }, async (_, n) => {
      const answer = await fetch(`${servers[n % 2]?.url}/api/v1/guest/orders`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ product_id: sku.productId, sku_id: sku.id, quantity: 1, email: anEmail() }),
      });
      return {
        http: answer.status,
        ...((await answer.json()) as { status_code: number; request_id: string }),
      };
    }),
  );
  expect(answers.filter((answer) => answer.http === 200)).toHaveLength(stock);
  expect(answers.filter((answer) => answer.http === 409 && answer.status_code === 4099)).toHaveLength(stock);
  expect(answers.every((answer) => answer.request_id)).toBe(true);
  expect(await stockOf(sku.id)).toEqual({
    counters: { available: 0, reserved: stock, sold: 0 },
    rows: { available: 0, reserved: stock, sold: 0 },
  });
  const held = await db().secret.groupBy({ by: ["orderItemId"], where: { skuId: sku.id } });
  expect(held).toHaveLength(stock);
});

it("two processes give a license for three devices to three of twenty that ask at once", {
  timeout: 90_000,
}, async () => {
  const { sku } = await aProduct({
    keys: 1,
    sku: { fulfillers: ["license"], fulfillerSettings: { license: { product: "atlas", devices: 3 } } },
  });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  const { id: licenseId, keySealed } = await db().license.findFirstOrThrow({ omit: { keySealed: false } });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      fetch(`${servers[n % 2]?.url}/api/v1/licenses/activate`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          license_key: openLicenseKey(licenseId, keySealed),
          fingerprint: `device-${String(n).padStart(4, "0")}`,
        }),
      }),
    ),
  );
  const rules = answers.map(({ status, headers }) => `${status} ${headers.get("x-error-rule") ?? ""}`.trim());
  expect(rules.sort()).toEqual([...Array(3).fill("200"), ...Array(17).fill("409 license_full")]);
  expect(await db().licenseDevice.count({ where: { licenseId } })).toBe(3);
});

it("a process killed before the commit delivers nothing of a bundle, and two others each part once [O7]", {
  timeout: 120_000,
}, async () => {
  const gateway = await FakeGateway.start();
  onTestFinished(() => gateway.stop());
  const channelId = await aChannel(gateway.settings());
  const { sku: keys } = await aProduct({ keys: 3 });
  const licensed = { fulfillers: ["license"], fulfillerSettings: { license: { product: "atlas" } } };
  const { sku: text } = await aProduct({ kind: "text", sku: licensed });
  const { orderId } = await anOrder({ sku: await aBundleOf([keys, text], 990n, 2) });
  const { paymentNo } = await aPayment(orderId, channelId);
  gateway.pay(paymentNo, "9.90");
  const notify = ({ url }: ApiServer) =>
    gateway.notify(`${url}/api/v1/payments/callback/epay/${channelId}`, paymentNo);
  const delivered = async () => ({
    states: (await getOrder(orderId)).items.map(({ fulfillment }) => fulfillment?.status),
    licenses: await db().license.count({ where: { orderItem: { orderId } } }),
    keys: (await stockOf(keys.id)).rows,
  });
  const doomed = await startApiServer({ failpoint: "before-commit" });
  onTestFinished(() => doomed.kill());
  await expect(notify(doomed)).rejects.toThrow();
  expect(await doomed.exited).toBe("SIGKILL");
  expect(await delivered()).toEqual({
    states: ["pending", "pending"],
    licenses: 0,
    keys: { available: 1, reserved: 2, sold: 0 },
  });
  const acks = await Promise.all(servers.map(notify));
  expect(acks.map(({ body }) => body)).toEqual(["success", "success"]);
  expect(await delivered()).toEqual({
    states: ["ready", "ready"],
    licenses: 2,
    keys: { available: 1, reserved: 0, sold: 2 },
  });
});

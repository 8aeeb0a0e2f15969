import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { db } from "@/lib/db/client";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { FakeStripe } from "@/tools/gateways/stripe";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { aClient, anAdmin } from "../../support/builders/products";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

const gateway = new FakeStripe();
const servers: ApiServer[] = [];

beforeAll(async () => {
  await gateway.start();
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(() => gateway.stop());

it("a worker killed between the gateway's refund and its own books never makes a second one", async () => {
  const { orderId, payment } = await anOrderToPay(await aChannel(gateway.settings(), { provider: "stripe" }));
  gateway.pay(payment.paymentNo);
  expect(await queryPayment(payment.id)).toBe("paid");
  const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  await refundOrder(await anAdmin(), aClient(), {
    orderNo,
    amountCents: 990n,
    method: "gateway",
    reason: null,
  });

  const dying = await startApiServer({ worker: true, failpoint: "before-refund-answer" });
  servers.push(dying);
  expect(await dying.exited).toBe("SIGKILL");
  expect(gateway.refunds.size).toBe(1);
  expect(await db().refund.findFirst()).toMatchObject({ status: "processing", doneAt: null });

  // The dead worker's job is freed within a minute; the test does not wait for it.
  await db()
    .$executeRaw`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_at IS NOT NULL`;
  servers.push(await startApiServer({ worker: true }));
  await expect
    .poll(() => db().refund.findFirst({ select: { status: true } }), { timeout: 60_000 })
    .toEqual({ status: "done" });
  expect([...gateway.refunds.values()].map(({ cents }) => cents)).toEqual([990n]);
  const asked = gateway.calls.filter((call) => call.endsWith("/v1/refunds"));
  expect(asked).toEqual(["POST /v1/refunds", "GET /v1/refunds"]);
}, 180_000);

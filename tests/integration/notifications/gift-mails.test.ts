import { afterEach, describe, expect } from "vitest";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { resendGift } from "@/lib/checkout/mails/resend-gift";
import { sha256 } from "@/lib/core/crypto";
import { isAppError } from "@/lib/core/errors";
import { newToken } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { openGift } from "@/lib/orders/gifts/open-gift";
import { ageLocks } from "../../support/builders/jobs";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { accepted, byPath } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";

const gift = { email: "kim@example.com", message: "For you", fromName: "Alex" };
const workers: ApiServer[] = [];
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.kill()));
});

const giftMails = () => db().mail.count({ where: { kind: "gift" } });
const withMailServer = () =>
  overrideConfig({ "mail.smtpUrl": "smtp://127.0.0.1:9", "mail.from": "Shop <shop@keyshelf.example>" });

async function aDeliveredGift() {
  const { sku } = await aProduct({ keys: 1 });
  const { orderId } = await anOrder({ sku, overrides: { gift } });
  await pay(orderId);
  return orderId;
}

describe("the mail about a gift", () => {
  it("is one when two notifications come at once and both run its job [C186]", async ({
    gateway,
    notify,
  }) => {
    withMailServer();
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    await db().orderGift.create({ data: { orderId, ...gift, createdAt: new Date() } });
    gateway.pay(payment.paymentNo, "9.90");
    const told = await Promise.all([1, 2].map(() => notify(byPath(channelId), payment.paymentNo)));
    expect(told).toEqual([accepted, accepted]);
    await Promise.all([1, 2, 3].map(() => orderMails["order.delivered"]({ orderId })));
    expect(await giftMails()).toBe(1);
    expect(await db().giftToken.count()).toBe(1);
    expect(await db().mail.count({ where: { kind: "order_delivered" } })).toBe(1);
  });

  it("is lost by no crash between the buyer's mail and its own, and written once [C186]", async () => {
    withMailServer();
    const orderId = await aDeliveredGift();
    const aWorker = async (failpoint?: "before-commit") => {
      await ageLocks();
      await db().$executeRaw`UPDATE graphile_worker._private_jobs SET run_at = now()`;
      const worker = await startApiServer({ worker: true, ...(failpoint ? { failpoint } : {}) });
      workers.push(worker);
      return worker;
    };
    expect(await (await aWorker("before-commit")).exited).toBe("SIGKILL");
    expect(await db().mail.count({ where: { kind: "order_delivered" } })).toBe(1);
    expect(await giftMails()).toBe(0);
    await Promise.all([aWorker(), aWorker()]);
    await expect.poll(giftMails, { timeout: 120_000 }).toBe(1);
    await orderMails["order.delivered"]({ orderId });
    expect([await giftMails(), await db().giftToken.count()]).toEqual([1, 1]);
  }, 300_000);

  it("goes once to the corrected address when the correction comes before its job [C186]", async () => {
    withMailServer();
    const orderId = await aDeliveredGift();
    const { orderNo } = await getOrder(orderId);
    await resendGift({ kind: "guest", orderId }, orderNo, { email: "right@example.com" });
    await orderMails["order.delivered"]({ orderId });
    expect(await db().mail.findMany({ where: { kind: "gift" }, select: { recipient: true } })).toEqual([
      { recipient: "right@example.com" },
    ]);
  });

  it("is opened or corrected when both come at once, never both [C188]", async () => {
    withMailServer();
    for (let round = 0; round < 8; round += 1) {
      const orderId = await aDeliveredGift();
      const { orderNo } = await getOrder(orderId);
      const token = newToken();
      const row = { tokenHash: sha256(token), orderId, createdAt: new Date() };
      await db().giftToken.create({ data: row });
      const actor = { kind: "guest", orderId } as const;
      const [opening, correcting] = await Promise.allSettled([
        openGift(token),
        resendGift(actor, orderNo, { email: `right${round}@example.com` }),
      ]);
      const won = [opening, correcting].filter(({ status }) => status === "fulfilled");
      expect(won).toHaveLength(1);
      if (opening.status === "rejected") expect(isAppError(opening.reason, "not_found")).toBe(true);
      if (correcting.status === "rejected")
        expect(isAppError(correcting.reason, "state_conflict")).toBe(true);
    }
  });
});

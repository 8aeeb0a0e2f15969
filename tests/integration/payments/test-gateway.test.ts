import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startPayment } from "@/lib/checkout/pay/start-payment";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { signMd5 } from "@/lib/payments/providers/epay/epay-signature";
import { testMerchantKey } from "@/lib/payments/providers/test-gateway/test-gateway";
import { sendTestNotification } from "@/lib/payments/test-gateway/notify-shop";
import { answerTestApi } from "@/lib/payments/test-gateway/queries";
import { anOrder, getOrder } from "../../support/builders/orders";
import { ledgerOf } from "../../support/builders/payments";
import { aClient, aProduct } from "../../support/builders/products";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";

let shop: ApiServer;

beforeAll(async () => {
  shop = await startApiServer();
}, 240_000);
afterAll(() => shop.stop());

/** An order to be paid at the test gateway of the shop that runs in the other process. */
async function begin() {
  overrideConfig({ "server.baseUrl": shop.url });
  const channelId = await inTransaction((tx) =>
    createTestChannel(tx, { name: "Test payment", currency: "USD" }),
  );
  const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
  const payment = await startPayment({ orderId, channelId, client: aClient() });
  return { orderId, payment };
}

const browse = (url: string, init: RequestInit = {}) => fetch(url, { redirect: "manual", ...init });

/** Follows the link to the gateway's page. */
async function openPage(payUrl: string | null): Promise<string> {
  const answer = await browse(payUrl ?? "");
  expect(answer.status).toBe(303);
  return `${shop.url}${answer.headers.get("location")}`;
}

const click = (page: string, decision: string) =>
  browse(`${page}/decide`, { method: "POST", body: new URLSearchParams({ decision }) });

const bookOf = async (paymentNo: string) =>
  db().testGatewayPayment.findFirstOrThrow({ where: { outTradeNo: paymentNo } });

describe("the test gateway", () => {
  it("takes a click for a payment, notifies the shop over HTTP and sends the browser back; the key is delivered", async () => {
    const { orderId, payment } = await begin();
    const page = await openPage(payment.pay_url);
    expect(page).toMatch(/\/test-gateway\/pay\/TG[0-9A-Z]{20}$/);
    const back = await click(page, "pay");
    expect(back.status).toBe(303);
    const location = back.headers.get("location") ?? "";
    expect(location).toContain(`${shop.url}/api/v1/payments/return/${payment.payment_no}?`);
    const order = await getOrder(orderId);
    expect(order).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "ready" });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    expect(await bookOf(payment.payment_no)).toMatchObject({
      status: "paid",
      notifyAttempts: 1,
      lastAnswer: "success",
    });
    const home = await browse(location);
    expect(home.headers.get("location")).toBe(`${shop.url}/pay/${order.orderNo}?returned`);
    const again = await click(page, "pay");
    expect(again.status).toBe(303);
    expect(await bookOf(payment.payment_no)).toMatchObject({ notifyAttempts: 1 });
  });

  it("opens the same payment for the same link, and decides it once", async () => {
    const { orderId, payment } = await begin();
    const page = await openPage(payment.pay_url);
    expect(await openPage(payment.pay_url)).toBe(page);
    expect((await click(page, "close")).headers.get("location")).toBe(
      `${shop.url}/api/v1/payments/return/${payment.payment_no}`,
    );
    await click(page, "pay");
    expect(await bookOf(payment.payment_no)).toMatchObject({ status: "closed", notifyAttempts: 0 });
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "unpaid" });
  });

  it("a failed payment pays nothing, and the gateway says so when asked", async () => {
    const { orderId, payment } = await begin();
    await click(await openPage(payment.pay_url), "fail");
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "unpaid" });
    const query = new URLSearchParams({
      act: "order",
      pid: "1000",
      key: testMerchantKey(),
      out_trade_no: payment.payment_no,
    });
    expect(await answerTestApi(query)).toMatchObject({ code: 1, status: 0 });
    query.set("key", "wrong");
    expect(await answerTestApi(query)).toMatchObject({ code: -3 });
  });

  it("repeats the notification by a job while the shop does not answer", async () => {
    const { orderId, payment } = await begin();
    const page = await openPage(payment.pay_url);
    await db().testGatewayPayment.updateMany({ data: { notifyUrl: `${shop.url}/api/v1/payments/nowhere` } });
    await click(page, "pay");
    const { tradeNo, notifyUrl } = await bookOf(payment.payment_no);
    expect(await bookOf(payment.payment_no)).toMatchObject({ status: "paid", notifyAttempts: 1 });
    expect((await bookOf(payment.payment_no)).lastAnswer).not.toBe("success");
    const jobs = await db().$queryRaw<
      object[]
    >`SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'test_gateway.notify'`;
    expect(jobs).toEqual([{ key: `test_gateway.notify:${tradeNo}` }]);
    await expect(sendTestNotification(tradeNo)).rejects.toThrow(tradeNo);
    const channel = await db().paymentChannel.findFirstOrThrow();
    await db().testGatewayPayment.updateMany({
      data: { notifyUrl: notifyUrl.replace("nowhere", `callback/test/${channel.id}`) },
    });
    await sendTestNotification(tradeNo);
    expect(await bookOf(payment.payment_no)).toMatchObject({ notifyAttempts: 3, lastAnswer: "success" });
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "ready" });
  });

  it("refuses a wrong signature, another merchant and every address that is not this shop's own", async () => {
    const { payment } = await begin();
    const link = new URL(payment.pay_url ?? "");
    const reasonFor = async (change: Record<string, string>, sign = true) => {
      const fields = new Map([...link.searchParams].filter(([key]) => key !== "sign" && key !== "sign_type"));
      for (const [key, value] of Object.entries(change)) fields.set(key, value);
      const query = new URLSearchParams([...fields]);
      query.set("sign", sign ? signMd5(fields, testMerchantKey()) : (link.searchParams.get("sign") ?? ""));
      query.set("sign_type", "MD5");
      const answer = await browse(`${link.origin}${link.pathname}?${query}`);
      return answer.headers.get("location");
    };
    const refused = (reason: string) => `/test-gateway/refused?reason=${reason}`;
    expect(await reasonFor({ money: "0.01" }, false)).toBe(refused("sign"));
    expect(await reasonFor({ pid: "1001" })).toBe(refused("merchant"));
    expect(await reasonFor({ money: "1e3" })).toBe(refused("amount"));
    expect(await reasonFor({ money: "0" })).toBe(refused("amount"));
    for (const notify_url of [
      "http://169.254.169.254/latest",
      "https://evil.example/",
      `${shop.url}.evil.example/`,
      "file:///etc/passwd",
      "x",
    ]) {
      expect(await reasonFor({ notify_url }), notify_url).toBe(refused("address"));
      expect(await reasonFor({ return_url: notify_url }), notify_url).toBe(refused("address"));
    }
    expect(await db().testGatewayPayment.count()).toBe(0);
  });

  it("is not there at all when the configuration switches it off", async () => {
    const { payment } = await begin();
    const off = await startApiServer({ settings: { testGateway: "false" } });
    try {
      const link = new URL(payment.pay_url ?? "");
      const answer = await browse(`${off.url}${link.pathname}${link.search}`);
      expect(answer.headers.get("location")).toBe("/test-gateway/refused?reason=off");
      const channel = await db().paymentChannel.findFirstOrThrow();
      const callback = await browse(`${off.url}/api/v1/payments/callback/test/${channel.id}?pid=1000`);
      expect([callback.status, await callback.text()]).toEqual([400, "fail"]);
      expect(
        await (
          await browse(`${off.url}/test-gateway/api.php?act=query&pid=1000&key=${testMerchantKey()}`)
        ).json(),
      ).toMatchObject({ code: -3 });
    } finally {
      await off.stop();
    }
  });
});

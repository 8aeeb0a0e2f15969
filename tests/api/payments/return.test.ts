import { expect } from "vitest";
import { POST as check } from "@/app/api/v1/payments/[payment_no]/check/route";
import { GET as comeBack } from "@/app/api/v1/payments/return/[payment_no]/route";
import { db } from "@/lib/db/client";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { call } from "../../support/harness/call";
import { it } from "../../support/harness/gateway-test";

const orderOf = (orderId: number) => db().order.findUniqueOrThrow({ where: { id: orderId } });

it("the return address with the parameters of a success pays nothing [P12]", async ({ gateway }) => {
  const channelId = await aChannel(gateway.settings());
  const { orderId, payment } = await anOrderToPay(channelId);
  gateway.books.set(payment.paymentNo, { tradeNo: "T", money: "9.90", status: "waiting" });
  const signed = gateway.signedQuery(payment.paymentNo, { fields: { trade_status: "TRADE_SUCCESS" } });
  const answer = await call(comeBack, "GET", {
    path: `/api/v1/payments/return/${payment.paymentNo}?${signed}`,
    params: { payment_no: payment.paymentNo },
  });
  const { orderNo, paymentStatus } = await orderOf(orderId);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`http://localhost:8080/pay/${orderNo}?returned`);
  expect(paymentStatus).toBe("unpaid");
});

it("the return asks the gateway, and an order that is paid there is delivered [C33]", async ({ gateway }) => {
  const channelId = await aChannel(gateway.settings());
  const { orderId, payment } = await anOrderToPay(channelId);
  gateway.pay(payment.paymentNo, "9.90");
  await call(comeBack, "GET", { params: { payment_no: payment.paymentNo } });
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "ready" });
});

it("a gateway that hangs does not hold the buyer", async ({ gateway }) => {
  const channelId = await aChannel(gateway.settings());
  const { payment } = await anOrderToPay(channelId);
  gateway.queryMode = "hang";
  const answer = await call(comeBack, "GET", { params: { payment_no: payment.paymentNo } });
  expect(answer.status).toBe(303);
});

it("an unknown or odd payment number leads to the shop's first page and nowhere else", async () => {
  for (const payment_no of ["PUNKNOWN", "..", "//evil.example", "%2F"]) {
    const answer = await call(comeBack, "GET", { params: { payment_no } });
    expect(answer.headers.get("location")).toBe("http://localhost:8080/");
  }
});

it("the check answers with the payment's state only", async ({ gateway }) => {
  const channelId = await aChannel(gateway.settings());
  const { payment } = await anOrderToPay(channelId);
  const params = { payment_no: payment.paymentNo };
  const pending = await call(check, "POST", { params });
  expect(pending.data).toEqual({ payment_no: payment.paymentNo, state: "pending", failure: null });
  gateway.pay(payment.paymentNo, "9.90");
  await db().rateLimit.deleteMany();
  const paid = await call(check, "POST", { params });
  expect(paid.json).toMatchObject({ status_code: 0, data: { payment_no: payment.paymentNo, state: "paid" } });
  const unknown = await call(check, "POST", { params: { payment_no: "P0000000000000000" } });
  expect([unknown.status, unknown.json.status_code]).toEqual([404, 404]);
});

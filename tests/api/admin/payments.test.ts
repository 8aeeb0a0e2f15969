import { describe, expect } from "vitest";
import { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import { newPaymentNo, newRefundNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { getOrder } from "../../support/builders/orders";
import { aChannel, anOrderToPay, aPayment, ledgerOf } from "../../support/builders/payments";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { audits, expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { it } from "../../support/harness/gateway-test";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("manager");

const paymentOf = (no: string) => ({ params: { payment_no: no } });
const ask = (no: string) => staff.call(adminPayments.queryPayment, "POST", paymentOf(no));

describe("POST /api/v1/admin/payments/:payment_no/query", () => {
  it("is for staff who may change payments, and knows only those there are", async ({ gateway }) => {
    const { payment } = await anOrderToPay(await aChannel(gateway.settings()));
    await expectStaffOnly(adminPayments.queryPayment, "POST", paymentOf(payment.paymentNo), "support");
    for (const no of [newPaymentNo(), "../etc/passwd"])
      expectRefusal(await ask(no), 404, "Payment not found");
    expect(gateway.queries).toEqual([]);
  });

  it("asks the gateway now, and books what it says once [P15]", async ({ gateway }) => {
    const { payment, orderId } = await anOrderToPay(await aChannel(gateway.settings()));
    const no = payment.paymentNo;
    gateway.pay(no, "9.90");
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(no)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await ask(no)).data).toEqual({ payment_no: no, state: "paid", failure: null });
    expect(gateway.queries).toEqual([no]);
    const order = await getOrder(orderId);
    expect(order).toMatchObject({ status: "delivered" });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
  });

  it.for([
    ["unknown", "9.90"],
    ["error", "9.90"],
    ["not_json", "9.90"],
    ["answer", "9.89"],
  ] as const)("believes no payment when the gateway says %s, %s", async ([mode, money], { gateway }) => {
    const { payment, orderId } = await anOrderToPay(await aChannel(gateway.settings()));
    gateway.pay(payment.paymentNo, money);
    gateway.queryMode = mode;
    expect((await ask(payment.paymentNo)).data).toEqual({
      payment_no: payment.paymentNo,
      state: "pending",
      failure: null,
    });
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "unpaid" });
  });
});

describe("POST /api/v1/admin/payments/refunds/:refund_no/done", () => {
  const refundOf = (no: string) => ({ params: { refund_no: no } });
  const finished = (no: string) => staff.call(adminPayments.finishRefund, "POST", refundOf(no));

  /** A guest who paid one order by two channels: the second sum waits to be given back. */
  async function anOverpaidOrder(gateway: FakeGateway) {
    const { payment, orderId } = await anOrderToPay(await aChannel(gateway.settings()));
    const second = await aPayment(orderId, await aChannel(gateway.settings()));
    for (const { paymentNo } of [payment, second]) {
      gateway.pay(paymentNo, "9.90");
      await ask(paymentNo);
    }
    const { refundNo } = await db().refund.findFirstOrThrow({ where: { orderId } });
    return { refundNo, orderNo: (await getOrder(orderId)).orderNo };
  }

  it("is for staff who may change payments, and knows only the queue's refunds", async ({ gateway }) => {
    const { refundNo } = await anOverpaidOrder(gateway);
    await expectStaffOnly(adminPayments.finishRefund, "POST", refundOf(refundNo), "support");
    for (const no of [newRefundNo(), "x"]) expectRefusal(await finished(no), 404, "Refund not found");
    expect(await audits()).toEqual([]);
  });

  it("books an overpayment that was paid back, once, in one row of the audit log [C23, A25]", async ({
    gateway,
  }) => {
    const { refundNo, orderNo } = await anOverpaidOrder(gateway);
    const listed = await staff.call(adminPayments.listQueuedRefunds, "GET", { path: "/x?status=pending" });
    expect(listed.data).toMatchObject({ total: 1, refunds: [{ refund_no: refundNo, amount: "9.90" }] });
    const answers = await Promise.all(Array.from({ length: 4 }, () => finished(refundNo)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expectRefusal(await finished(refundNo), 409, "This refund is already completed", 40906);
    expect(await ledgerOf(orderNo)).toMatchObject({ shop_clearing: -990n, shop_revenue: 990n });
    expect(await db().refund.findUnique({ where: { refundNo } })).toMatchObject({ status: "done" });
    expect(await audits()).toEqual([
      {
        actor: `staff:${staff.email()}`,
        action: "refund.finish",
        target: `order:${orderNo}`,
        data: { refund_no: refundNo, amount: "9.90" },
      },
    ]);
  });
});

import sharp from "sharp";
import { describe, expect } from "vitest";
import { operations as adminMoneyRequests } from "@/app/api/v1/admin/money-requests/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminPaymentProofs } from "@/app/api/v1/admin/payment-proofs/[[...path]]/route";
import { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import * as recharges from "@/app/api/v1/wallet/recharge/route";
import type { RechargeWithPayment } from "@/lib/checkout/schema";
import { testClock } from "@/lib/core/clock";
import { open } from "@/lib/core/crypto";
import { db } from "@/lib/db/client";
import { purgeExpired } from "@/lib/db/purge-expired";
import { sealedColumns } from "@/lib/db/sealed/sealed-columns";
import { sweepOrders } from "@/lib/orders/close-order";
import type { UploadedProof } from "@/lib/payments/confirmations/schema";
import { getOrderHistory } from "@/lib/reports/order-history";
import { checkLedger } from "@/lib/wallet/check-ledger";
import { expireRecharges } from "@/lib/wallet/recharges/move-recharge";
import { aLoggedInUser } from "../../support/builders/accounts";
import { aChannel, anOrderToPay, ledgerOf } from "../../support/builders/payments";
import { anAdmin } from "../../support/builders/products";
import { balanceOf } from "../../support/builders/wallet";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { accepted, byPath, paymentEvents, stateOf } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";
import { aMember, ask, decide, listed } from "../../support/harness/money-members";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("manager");
const seen = (reference: string) => ({ reference, note: "Seen in the gateway's own pages" });

const confirmPayment = (paymentNo: string, body: unknown) =>
  staff.call(adminPayments.confirmPayment, "POST", { params: { payment_no: paymentNo }, body });
const confirmByOrder = (orderNo: string, body: unknown) =>
  staff.call(adminOrders.confirmOrderPaid, "POST", { params: { order_no: orderNo }, body });

async function aProof() {
  const raw = Uint8Array.from(
    await sharp({ create: { width: 40, height: 30, channels: 3, background: "#12594a" } })
      .png()
      .toBuffer(),
  );
  return staff.call<UploadedProof>(adminPaymentProofs.uploadPaymentProof, "POST", {
    raw,
    headers: { "content-type": "image/png" },
  });
}
const lookAt = (id: string) =>
  staff.call(adminPaymentProofs.readPaymentProof, "GET", { params: { proof_id: id } });

async function aRecharge(channelId: number) {
  const { user, token } = await aLoggedInUser();
  const body = { amount: "25.00", payment_channel_id: channelId };
  const { data } = await call<RechargeWithPayment>(recharges.POST, "POST", { token, body });
  return { user, rechargeNo: data.recharge_no, paymentNo: data.payment?.payment_no ?? "" };
}

const orderOf = (id: number) => db().order.findUniqueOrThrow({ where: { id } });
const paymentOf = (paymentNo: string) => db().payment.findUniqueOrThrow({ where: { paymentNo } });

describe("POST /api/v1/admin/payments/:payment_no/confirm", () => {
  it("is for staff who may write payments and move money", async ({ gateway }) => {
    const { payment } = await anOrderToPay(await aChannel(gateway.settings()));
    const params = { payment_no: payment.paymentNo };
    await expectStaffOnly(adminPayments.confirmPayment, "POST", { params, body: seen("T1") }, "support");
    await expectStaffOnly(adminPaymentProofs.uploadPaymentProof, "POST", { raw: "x" }, "viewer");
    await expectStaffOnly(
      adminPaymentProofs.readPaymentProof,
      "GET",
      { params: { proof_id: "0".repeat(26) } },
      "viewer",
    );
    expectRefusal(await confirmPayment("P0000000000000000", seen("T1")), 404, "Payment not found");
    expectRefusal(await confirmPayment(payment.paymentNo, { note: "seen" }), 400, /^reference: /);
    expectRefusal(await confirmPayment(payment.paymentNo, { reference: "T1" }), 400, /^note: /);
    expect((await paymentOf(payment.paymentNo)).state).toBe("pending");
  });

  it("books a payment once, however many staff confirm it, and delivers; the gateway's notification then is a repeat", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    const { orderNo } = await orderOf(orderId);
    const { tradeNo } = gateway.pay(payment.paymentNo, "9.90");
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => confirmPayment(payment.paymentNo, seen(tradeNo))),
      confirmByOrder(orderNo, { payment_no: payment.paymentNo, ...seen("ANOTHER") }),
      confirmByOrder(orderNo, { note: "cash" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
    expect(await ledgerOf(orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    expect(await db().paymentConfirmation.count()).toBe(1);
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });

  it("stands against the gateway's notification of the same moment: one delivery, one booking", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings());
    for (let round = 0; round < 4; round++) {
      const { orderId, payment } = await anOrderToPay(channelId);
      const { tradeNo } = gateway.pay(payment.paymentNo, "9.90");
      const [ack, answer] = await Promise.all([
        notify(byPath(channelId), payment.paymentNo),
        confirmPayment(payment.paymentNo, seen(tradeNo)),
      ]);
      expect(ack).toEqual(accepted);
      expect([200, 409]).toContain(answer.status);
      expect(await stateOf(orderId)).toBe("paid/ready");
      const { orderNo } = await orderOf(orderId);
      expect(await ledgerOf(orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
      expect(await db().payment.count({ where: { orderId } })).toBe(1);
    }
  });

  it("takes the gateway's own number when another was typed, and books only what comes after that as more money", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    const { orderNo } = await orderOf(orderId);
    expect((await confirmPayment(payment.paymentNo, seen("TYPED-WRONG"))).status).toBe(200);
    const { tradeNo } = gateway.pay(payment.paymentNo, "9.90");
    for (let time = 0; time < 2; time++)
      expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await paymentOf(payment.paymentNo)).toMatchObject({ tradeNo, disposition: "applied" });
    expect(await db().payment.count({ where: { orderId } })).toBe(1);
    expect((await paymentEvents()).map(({ source, verdict }) => `${source} ${verdict}`)).toEqual([
      "operator accepted",
      "notification accepted",
      "notification duplicate",
    ]);
    gateway.pay(payment.paymentNo, "9.90", "SECOND-TRADE");
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    expect(await db().payment.findFirst({ where: { tradeNo: "SECOND-TRADE" } })).toMatchObject({
      disposition: "overpaid",
    });
    expect(await ledgerOf(orderNo)).toMatchObject({ shop_revenue: 990n });
  });

  it("revives an order that expired, at the price that was paid [C23]", async ({ gateway }) => {
    const { orderId, payment, sku } = await anOrderToPay(await aChannel(gateway.settings()));
    await db().order.update({ where: { id: orderId }, data: { expireAt: new Date(Date.now() - 1000) } });
    await sweepOrders();
    expect((await orderOf(orderId)).status).toBe("expired");
    await db().sku.update({ where: { id: sku.id }, data: { priceCents: 99_900n } });
    expect((await confirmPayment(payment.paymentNo, seen("LATE-1"))).status).toBe(200);
    expect(await stateOf(orderId)).toBe("paid/ready");
    expect(await paymentOf(payment.paymentNo)).toMatchObject({ state: "paid", disposition: "late" });
  });

  it("credits a recharge once, also one that expired, and refuses the next", async ({ gateway }) => {
    const { user, rechargeNo, paymentNo } = await aRecharge(await aChannel(gateway.settings()));
    await db().recharge.update({ where: { rechargeNo }, data: { expireAt: new Date(Date.now() - 1000) } });
    await expireRecharges();
    const answers = await Promise.all(
      ["R-1", "R-1", "R-2"].map((number) => confirmPayment(paymentNo, seen(number))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balanceOf(user.id)).toBe(2500n);
    expect(await lastAudit()).toMatchObject({
      action: "recharge.confirm_paid",
      target: `recharge:${rechargeNo}`,
      data: { payment_no: paymentNo, note: seen("").note },
    });
    expectRefusal(await confirmPayment(paymentNo, seen("R-3")), 409, "This payment is already paid", 40906);
  });

  it("refuses a trade number that another payment of the channel has", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const [one, two] = [await anOrderToPay(channelId), await anOrderToPay(channelId)];
    const answers = await Promise.all(
      [one, two].map(({ payment }) => confirmPayment(payment.paymentNo, seen("SAME"))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [refused] = answers.filter(({ status }) => status === 409);
    expect(refused?.json.msg).toMatch(/has this trade number/);
    const states = await Promise.all([stateOf(one.orderId), stateOf(two.orderId)]);
    expect(states.sort()).toEqual(["paid/ready", "unpaid/pending"]);
  });

  it("counts against the limit of who confirms, and a second person approves it with the picture", async ({
    gateway,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const { user, rechargeNo, paymentNo } = await aRecharge(channelId);
    const { id: proof_id } = (await aProof()).data;
    const [asker, second] = [await aMember({ act: 100n }), await aMember()];
    const said = { ...seen("R-9"), proof_id };
    const alone = await call(adminPayments.confirmPayment, "POST", {
      headers: asker.headers,
      params: { payment_no: paymentNo },
      body: said,
    });
    expectRefusal(alone, 403, /may move 1\.00/);
    const { id } = (await ask(asker, { kind: "payment.confirm", payment_no: paymentNo, ...said })).data;
    expect((await listed(second))[0]).toMatchObject({
      amount: "25.00",
      reference: `recharge:${rechargeNo}`,
      remark: said.note,
      payment_reference: "R-9",
      proof_id,
    });
    expect((await decide(adminMoneyRequests.approveMoneyRequest, second, id)).status).toBe(200);
    expect(await balanceOf(user.id)).toBe(2500n);
  });
});

describe("the picture of money that was seen", () => {
  it("is kept sealed, belongs to one confirmation and stands in the order's history [A29]", async ({
    gateway,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const [{ orderId, payment }, other] = [await anOrderToPay(channelId), await anOrderToPay(channelId)];
    const { orderNo } = await orderOf(orderId);
    const { id: proof_id } = (await aProof()).data;
    const said = { payment_no: payment.paymentNo, ...seen("T-7"), proof_id };
    expectRefusal(
      await confirmByOrder((await orderOf(other.orderId)).orderNo, said),
      404,
      "Payment not found",
    );
    expect((await confirmByOrder(orderNo, said)).status).toBe(200);
    expectRefusal(
      await confirmPayment(other.payment.paymentNo, { ...seen("T-8"), proof_id }),
      409,
      /belongs to another confirmation/,
      40906,
    );
    const unknown = { ...seen("T-8"), proof_id: "0".repeat(26) };
    expectRefusal(await confirmPayment(other.payment.paymentNo, unknown), 400, /^proof_id: /);
    expect(await stateOf(other.orderId)).toBe("unpaid/pending");
    const shown = await lookAt(proof_id);
    expect(shown.headers.get("content-type")).toBe("image/webp");
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    const [row] = await db().paymentProof.findMany({ omit: { pictureSealed: false } });
    expect(Buffer.from(row?.pictureSealed ?? []).includes("WEBP")).toBe(false);
    const { aad = "" } = sealedColumns.find(({ table }) => table === "payment_proofs") ?? {};
    const [bound] = await db().$queryRawUnsafe<{ to: string }[]>(`SELECT ${aad} AS "to" FROM payment_proofs`);
    expect(() => open(row?.pictureSealed ?? new Uint8Array(), bound?.to ?? "")).not.toThrow();
    const { entries } = await getOrderHistory(await anAdmin(), orderNo);
    expect(entries.find(({ kind }) => kind === "payment_confirmed")).toMatchObject({
      text: `T-7 · ${said.note}`,
      proof_id,
      by: { kind: "staff", name: staff.email() },
    });
  });

  it("goes after a week when nothing names it, after two years otherwise; the words stay", async ({
    gateway,
  }) => {
    const { orderId } = await anOrderToPay(await aChannel(gateway.settings()));
    const [named, unnamed] = [(await aProof()).data.id, (await aProof()).data.id];
    await confirmByOrder((await orderOf(orderId)).orderNo, { note: "cash", proof_id: named });
    const left = async () => (await db().paymentProof.findMany({ select: { id: true } })).map(({ id }) => id);
    testClock.advance(6 * 86_400);
    await purgeExpired();
    expect((await left()).sort()).toEqual([named, unnamed].sort());
    testClock.advance(2 * 86_400);
    await purgeExpired();
    expect(await left()).toEqual([named]);
    testClock.advance(730 * 86_400);
    await purgeExpired();
    expect(await left()).toEqual([]);
    expect(await db().paymentConfirmation.findFirst()).toMatchObject({ note: "cash", proofId: null });
  });
});

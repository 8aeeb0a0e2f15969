import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/wallet/recharge/route";
import { GET as read } from "@/app/api/v1/wallet/recharges/[recharge_no]/route";
import { applyPayment, lockPayment } from "@/lib/checkout/receive/apply-payment";
import type { RechargeWithPayment } from "@/lib/checkout/schema";
import { minutesFromNow, now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { forgetSettings } from "@/lib/settings/queries";
import { checkLedger } from "@/lib/wallet/check-ledger";
import { expireRecharges } from "@/lib/wallet/recharges/move-recharge";
import { aLoggedInUser } from "../../support/builders/accounts";
import { aChannel } from "../../support/builders/payments";
import { balanceOf } from "../../support/builders/wallet";
import { merchant } from "../../support/fakes/fake-gateway";
import { call } from "../../support/harness/call";

const channel = (data = {}) =>
  aChannel(
    {
      gateway_url: "http://127.0.0.1:9/",
      pid: merchant.pid,
      key: merchant.key,
      type: "alipay",
      currency: "USD",
      confirm_by_query: false,
    },
    data,
  );

const recharge = (token: string, body: unknown) => call<RechargeWithPayment>(POST, "POST", { token, body });
const readRecharge = (token: string, recharge_no: string) =>
  call<RechargeWithPayment>(read, "GET", { token, params: { recharge_no } });

async function arrive(paymentNo: string, tradeNo: string) {
  const payment = await db().payment.findUniqueOrThrow({ where: { paymentNo } });
  return inTransaction(async (tx) =>
    applyPayment(tx, { payment, tradeNo, actor: "test" }, await lockPayment(tx, payment)),
  );
}

describe("POST /api/v1/wallet/recharge", () => {
  it("creates a recharge with a payment, and the balance grows when the money is there", async () => {
    const { user, token } = await aLoggedInUser();
    const { status, data } = await recharge(token, { amount: "25.5", payment_channel_id: await channel() });
    expect(status).toBe(200);
    expect(data).toMatchObject({ amount: "25.50", status: "pending" });
    expect(data.recharge_no).toMatch(/^R[0-9A-Z]{16}$/);
    expect(data.payment).toMatchObject({ amount: "25.50" });
    expect(data.payment?.pay_url ?? data.payment?.form?.action).toBeTruthy();
    expect(await balanceOf(user.id)).toBe(0n);

    expect(await arrive(data.payment?.payment_no ?? "", "trade-1")).toBe("applied");
    expect(await balanceOf(user.id)).toBe(2550n);
    expect((await readRecharge(token, data.recharge_no)).data).toMatchObject({
      status: "paid",
      payment: null,
    });
    expect(await checkLedger(db())).toMatchObject({ is_sound: true });
  });

  it("is called in the account's language on the gateway's page", async () => {
    const { user, token } = await aLoggedInUser();
    await db().user.update({ where: { id: user.id }, data: { locale: "zh" } });
    const { data } = await recharge(token, { amount: "10.00", payment_channel_id: await channel() });
    expect(decodeURIComponent(JSON.stringify(data.payment)).replaceAll("+", " ")).toContain(
      "余额充值 10.00 USD",
    );
  });

  it("asks for the channel's fee on top, and says both sums", async () => {
    const { token } = await aLoggedInUser();
    const payment_channel_id = await channel({ feeBps: 150 });
    const { data } = await recharge(token, { amount: "10.00", payment_channel_id });
    const sums = { amount: "10.00", payment: { amount: "10.15" } };
    expect(data).toMatchObject(sums);
    expect((await readRecharge(token, data.recharge_no)).data).toMatchObject(sums);
  });

  it("a second payment of one recharge is credited too, as overpaid [P18, C23]", async () => {
    const { user, token } = await aLoggedInUser();
    const { data } = await recharge(token, { amount: "10.00", payment_channel_id: await channel() });
    const paymentNo = data.payment?.payment_no ?? "";
    await arrive(paymentNo, "trade-1");
    expect(await arrive(paymentNo, "trade-2")).toBe("overpaid");
    expect(await balanceOf(user.id)).toBe(2000n);
  });

  it("money for an expired recharge is credited [C23]", async () => {
    const { user, token } = await aLoggedInUser();
    const { data } = await recharge(token, { amount: "10.00", payment_channel_id: await channel() });
    testClock.set(minutesFromNow(16));
    await expireRecharges();
    expect(await arrive(data.payment?.payment_no ?? "", "trade-1")).toBe("late");
    expect(await balanceOf(user.id)).toBe(1000n);
  });

  it("refuses odd amounts and names the field [C6, O15]", async () => {
    const payment_channel_id = await channel();
    for (const amount of [
      "1e2",
      "0x10",
      " 1",
      "1.005",
      "NaN",
      "Infinity",
      "-1",
      "١٢",
      0.1,
      "",
      "0",
      "0.00",
      "1000000.01",
      null,
    ]) {
      const { token } = await aLoggedInUser();
      const answer = await recharge(token, { amount, payment_channel_id });
      expect(answer.json.status_code, String(amount)).toBe(400);
      expect(answer.json.msg).toContain("amount");
    }
    expect(await db().recharge.count()).toBe(0);
  });

  it("refuses a channel that cannot be used, and leaves nothing behind", async () => {
    const { token } = await aLoggedInUser();
    const off = await channel({ isActive: false });
    for (const payment_channel_id of [off, 999_999]) {
      expect((await recharge(token, { amount: "5.00", payment_channel_id })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    expect((await recharge(token, { amount: "5.00", payment_channel_id: "1" })).json.msg).toContain(
      "payment_channel_id",
    );
    expect(await db().recharge.count()).toBe(0);
  });

  it("keeps to the limits of the channel", async () => {
    const { token } = await aLoggedInUser();
    const payment_channel_id = await channel({ minCents: 1000n });
    const answer = await recharge(token, { amount: "5.00", payment_channel_id });
    expect(answer.json).toMatchObject({ status_code: 400 });
  });

  it("is closed where the shop has no wallet, and to those who are not logged in", async () => {
    const { token } = await aLoggedInUser();
    const body = { amount: "5.00", payment_channel_id: await channel() };
    expect((await call(POST, "POST", { body })).status).toBe(401);
    await db().setting.create({ data: { key: "features", value: { wallet: false }, updatedAt: now() } });
    forgetSettings();
    expect((await recharge(token, body)).json.status_code).toBe(40303);
  });
});

describe("GET /api/v1/wallet/recharges/:recharge_no", () => {
  it("shows one's own; another's, an unknown and a malformed number are one 404 [C27]", async () => {
    const { token } = await aLoggedInUser();
    const { data } = await recharge(token, { amount: "5.00", payment_channel_id: await channel() });
    const own = await readRecharge(token, data.recharge_no);
    expect(own.data).toMatchObject({ recharge_no: data.recharge_no, status: "pending", paid_at: null });
    expect(own.data.payment?.payment_no).toBe(data.payment?.payment_no);

    const stranger = await aLoggedInUser();
    const answers = [
      await readRecharge(stranger.token, data.recharge_no),
      await readRecharge(stranger.token, "R0000000000000000"),
      await readRecharge(stranger.token, "'; --"),
    ];
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.json.msg}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });
});

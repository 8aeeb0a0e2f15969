import { beforeEach, describe, expect, it } from "vitest";
import { POST as send } from "@/app/api/v1/guest/orders/[order_no]/pay/route";
import { testClock } from "@/lib/core/clock";
import { newOrderNo, newToken } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentView } from "@/lib/payments/schema";
import { aLoggedInUser } from "../../support/builders/accounts";
import { order, orderIdOf } from "../../support/builders/guest-orders";
import { pay as markPaid } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const settings = {
  gateway_url: "https://pay.example",
  pid: "1001",
  key: "k".repeat(32),
  type: "alipay",
  currency: "USD",
};
let sku: { id: number; productId: number };
let channel: number;

beforeEach(async () => {
  ({ sku } = await aProduct({ keys: 5 }));
  channel = await aChannel(settings);
});

type Paying = OrderDetail & { payment?: PaymentView };

const pay = (orderNo: string, token: string | undefined, body: object = { payment_channel_id: channel }) =>
  call<Paying>(send, "POST", { params: { order_no: orderNo }, body, ...(token ? { token } : {}) });

async function anOpenOrder() {
  const { order_no: no, guest_token: token } = (await order(sku)).data;
  return { no, token, pay: (body?: object) => pay(no, token, body) };
}

describe("POST /api/v1/guest/orders/:order_no/pay", () => {
  it("begins a payment of just this order", async () => {
    const { no, pay } = await anOpenOrder();
    const { status, data } = await pay();
    expect([status, data.order_no, data.status]).toEqual([200, no, "pending_payment"]);
    const [row] = await db().payment.findMany();
    expect(data.payment).toMatchObject({
      payment_no: row?.paymentNo,
      channel_id: channel,
      interaction: "redirect",
      amount: "9.90",
      expires_at: data.expire_at,
    });
    expect(data.payment?.pay_url).toMatch(/^https:\/\/pay\.example\//);
    expect(row).toMatchObject({ orderId: await orderIdOf(no), amountCents: 990n, state: "pending" });
  });

  it("goes on with the open payment when it is asked again, also many times at once", async () => {
    const { pay } = await anOpenOrder();
    const first = await pay();
    expect((await pay()).data.payment).toEqual(first.data.payment);
    const other = await anOpenOrder();
    const answers = await Promise.all(Array.from({ length: 8 }, () => other.pay()));
    expect(new Set(answers.map(({ status, data }) => `${status} ${data?.payment?.payment_no}`)).size).toBe(1);
    expect(await db().payment.count()).toBe(2);
  });

  it("lets the buyer choose another channel", async () => {
    const { pay } = await anOpenOrder();
    await pay();
    const second = await aChannel(settings, { feeBps: 100 });
    const { data } = await pay({ payment_channel_id: second });
    expect(data.payment).toMatchObject({ channel_id: second, amount: "10.00" });
    expect(await db().payment.count({ where: { state: "pending" } })).toBe(2);
  });

  it("names what is missing or wrong and begins nothing", async () => {
    const { pay } = await anOpenOrder();
    const off = await aChannel(settings, { isActive: false });
    const yen = await aChannel({ ...settings, currency: "CNY" });
    const large = await aChannel(settings, { minCents: 1000n });
    const known = "payment_channel_id: is not a payment method of this shop";
    const cases: [object, string | RegExp][] = [
      [{}, "payment_channel_id: is required"],
      [{ payment_channel_id: "1" }, /^payment_channel_id: /],
      [{ payment_channel_id: 0 }, /^payment_channel_id: /],
      [{ payment_channel_id: 999_999 }, known],
      [{ payment_channel_id: off }, known],
      [{ payment_channel_id: yen }, "payment_channel_id: takes CNY, not USD"],
      [{ payment_channel_id: large }, "payment_channel_id: takes 10.00 or more"],
      [{ payment_channel_id: channel, use_balance: true }, "use_balance: is for logged-in buyers"],
      [{ payment_channel_id: channel, use_balance: "yes" }, /^use_balance: /],
    ];
    for (const [body, message] of cases) expectRefusal(await pay(body), 400, message);
    expect(await db().payment.count()).toBe(0);
  });

  it("40901: takes no payment for an order that is expired or delivered", async () => {
    const paid = await anOpenOrder();
    await markPaid(await orderIdOf(paid.no));
    expectRefusal(await paid.pay(), 409, "This order is delivered", 40901);
    const late = await anOpenOrder();
    testClock.advance(16 * 60);
    expectRefusal(await late.pay(), 409, /expired|no longer/, 40901);
    expect(await db().payment.count()).toBe(0);
  });

  it("another order's token, an unknown number and nonsense are one 404; no token and a log-in are 401 [O16]", async () => {
    const mine = await anOpenOrder();
    const other = await anOpenOrder();
    for (const no of [mine.no, newOrderNo(), "../etc/passwd"])
      expectRefusal(await pay(no, other.token), 404, "Order not found");
    const user = await aLoggedInUser();
    for (const token of [undefined, newToken(), user.token])
      expectRefusal(await pay(mine.no, token), 401, "The guest token is missing or not valid");
    expect(await db().payment.count()).toBe(0);
  });
});

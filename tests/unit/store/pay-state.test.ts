import { describe, expect, it } from "vitest";
import {
  cameTooLate,
  failedChannel,
  failedTimes,
  failingLast,
  firstChoice,
  type PayAttempt,
  payStateOf,
} from "@/components/store/order/pay-state";
import { appLinkOf } from "@/components/store/payment-box";

const order = (status: string, payment = "unpaid", goods = "pending", last: object | null = null) =>
  ({ status, payment_status: payment, fulfillment_status: goods, last_payment: last }) as Parameters<
    typeof payStateOf
  >[0];
const open = order("pending_payment");
const tried = (failure: string) =>
  order("pending_payment", "unpaid", "pending", { state: "failed", failure });
const begun = (status: string, state = "pending") =>
  order(status, "unpaid", "pending", { payment_no: "P2", state, failure: null });
const none: PayAttempt = { hasPayment: false, isContacting: false, hasReturned: false, givenUp: null };

describe("the state of the pay page", () => {
  it.each<[string, Parameters<typeof payStateOf>[0], Partial<PayAttempt>]>([
    ["choosing", open, {}],
    ["choosing", open, { hasReturned: true }],
    ["contacting", tried("declined"), { isContacting: true }],
    ["unreachable", tried("unreachable"), {}],
    ["failed", tried("declined"), { hasReturned: true }],
    ["left", tried("left"), {}],
    ["waiting", tried("declined"), { hasPayment: true }],
    ["waiting", open, { hasPayment: true }],
    ["returned", open, { hasPayment: true, hasReturned: true }],
    ["elsewhere", begun("pending_payment"), {}],
    ["elsewhere", begun("pending_payment"), { givenUp: "P1" }],
    ["choosing", begun("pending_payment"), { givenUp: "P2" }],
    ["waiting", begun("pending_payment"), { hasPayment: true }],
    ["contacting", begun("pending_payment"), { isContacting: true }],
    ["over", order("expired"), { hasPayment: true }],
    ["canceled", order("canceled"), { hasPayment: true }],
    ["sold_out", order("paid", "paid", "failed"), {}],
    ["paid", order("paid", "paid", "pending", { state: "failed", failure: "declined" }), {}],
    ["delivered", order("delivered", "paid", "ready"), { hasPayment: true }],
  ])("is %s", (state, standing, attempt) => {
    expect(payStateOf(standing, { ...none, ...attempt })).toBe(state);
  });
});

describe("money for a closed order", () => {
  it("came too late when its payment is paid and the order is not", () => {
    for (const status of ["expired", "canceled"]) {
      expect(cameTooLate(begun(status, "paid"))).toBe(true);
      expect(cameTooLate(begun(status, "pending"))).toBe(false);
      expect(cameTooLate(order(status))).toBe(false);
    }
    expect(cameTooLate(begun("pending_payment", "paid"))).toBe(false);
    expect(cameTooLate(order("delivered", "paid", "ready", { state: "paid" }))).toBe(false);
  });
});

describe("the app of a payment code", () => {
  it("is found for WeChat and Alipay, and for nothing else", () => {
    expect(appLinkOf("weixin://wxpay/bizpayurl?pr=abc")).toMatchObject({ app: "wechat" });
    expect(appLinkOf("https://qr.alipay.com/bax123?a=b&c")).toEqual({
      app: "alipay",
      href: "alipays://platformapi/startapp?saId=10000007&qrcode=https%3A%2F%2Fqr.alipay.com%2Fbax123%3Fa%3Db%26c",
    });
    for (const code of ["javascript:alert(1)", "https://evil.example/qr.alipay.com/", "TXabc"])
      expect(appLinkOf(code)).toBeNull();
  });
});

describe("the channels of the pay page", () => {
  const channels = [{ id: 1 }, { id: 2 }];
  const tried = (channel_id: number, state: "failed" | "pending" = "failed") =>
    ({ last_payment: { payment_no: "P", channel_id, state, failure: null } }) as const;

  it("begin with what the buyer chose, also after it failed, and else with the first", () => {
    expect(firstChoice({ last_payment: null }, channels, null)).toBe(1);
    expect(firstChoice(tried(2), channels, null)).toBe(2);
    expect(firstChoice(tried(2), channels, { channel_id: 1 })).toBe(1);
    expect(firstChoice(tried(3), channels, null)).toBe(1);
    expect(firstChoice(tried(3), [], null)).toBeNull();
  });

  it("name the one that failed, whatever is chosen now", () => {
    expect(failedChannel(tried(2))).toBe(2);
    expect(failedChannel(tried(2, "pending"))).toBeNull();
    expect(failedChannel({ last_payment: null })).toBeNull();
  });

  it("end with those that failed twice, as the order counts them", () => {
    const times = (count: number) => failedTimes({ failed_tries: [{ channel_id: 1, times: count }] });
    expect(failingLast(channels, times(1))).toEqual([{ id: 1 }, { id: 2 }]);
    expect(failingLast(channels, times(2))).toEqual([{ id: 2 }, { id: 1 }]);
    expect(failingLast(channels, failedTimes({}))).toEqual(channels);
  });
});

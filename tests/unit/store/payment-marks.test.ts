import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { marksOf, paymentMarks } from "@/components/store/payment-marks";

describe("the marks of a way to pay", () => {
  it.each([
    ["Alipay", "epay", ["alipay"]],
    ["支付宝", "epay-v2", ["alipay"]],
    ["微信支付", "xunhu", ["wechat"]],
    ["WeChat Pay", "wechat", ["wechat"]],
    ["PayPal", "paypal", ["paypal"]],
    ["Card", "stripe", ["visa", "mastercard", "americanexpress"]],
    ["Pay online", "stripe", ["visa", "mastercard", "americanexpress"]],
    ["USDT (TRC-20)", "described", ["tether"]],
    ["TokenPay", "tokenpay", ["tether"]],
    ["Alipay or WeChat", "epay", ["alipay", "wechat"]],
    ["Bank transfer", "described", []],
    ["Test payment", "test-gateway", []],
    ["Discard", "constructor", []],
  ] as const)("named %s at %s are %j", (name, provider, marks) => {
    expect(marksOf({ name, provider })).toEqual(marks);
  });

  it.each(paymentMarks)("has a drawing of %s that runs no script and is smaller than 4 kB", (mark) => {
    const drawing = readFileSync(`public/marks/${mark}.svg`, "utf8");
    expect(drawing.length).toBeLessThan(4096);
    expect(drawing).toMatch(/^<svg fill="#[0-9A-F]{6}" /);
    expect(drawing).not.toMatch(/<script|href|on\w+=/);
  });
});

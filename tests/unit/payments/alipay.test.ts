import { createSign, generateKeyPairSync } from "node:crypto";
import { AlipaySdk } from "alipay-sdk";
import { describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { alipay } from "@/lib/payments/providers/alipay/alipay";
import { FakeAlipay } from "@/tools/gateways/alipay";
import { posted } from "../../support/builders/notification-message";
import {
  expectFlipsRefused,
  expectInventionsRefused,
  formMeaning,
} from "../../support/fakes/gateways/forgeries";
import { platformPublicKey, alipay as vector } from "./vectors";

const keys = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});
const settings = {
  app_id: "2021000000000001",
  app_private_key: keys.privateKey,
  alipay_public_key: platformPublicKey,
  seller_id: "2088000000000001",
};
const account = alipay.connect(settings);
const gateway = new FakeAlipay();
const own = alipay.connect({ ...gateway.settings(), api_url: "https://openapi.alipay.com/" });

const subject = "subject=会员卡 A&B=1";
/** The fields of the published vector; its subject holds what separates fields. */
const published: Record<string, string> = {
  ...Object.fromEntries(
    vector.text
      .replace(subject, "subject=")
      .split("&")
      .map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  ),
  subject: subject.slice("subject=".length),
};
const form = (fields: Record<string, string>) =>
  posted(String(new URLSearchParams(fields)), { "content-type": "application/x-www-form-urlencoded" });
const signed = (over: Record<string, string>) => form(gateway.signed({ ...published, ...over }));

describe("an Alipay notification", { timeout: 180_000 }, () => {
  it("is proved by the published vector", async () => {
    const message = form({ ...published, sign: vector.sign, sign_type: "RSA2" });
    expect(await account.verify(message)).toEqual({
      ok: true,
      notification: {
        paymentNo: "P20260101000001",
        tradeNo: "2026010122001400000000000001",
        isPaid: true,
        status: "TRADE_SUCCESS",
        amountCents: 990n,
        currency: "CNY",
        merchant: "2021000000000001",
      },
    });
    await expectFlipsRefused(account, message, [], formMeaning);
  });

  it("is proved as Alipay's own library proves it", async () => {
    const fields = gateway.signed({ ...published, body: "", passback_params: "a%20b" });
    expect(gateway.merchantLibrary.checkNotifySignV2(fields)).toBe(true);
    expect(await own.verify(form(fields))).toMatchObject({ ok: true });
  });

  it("is proved over the bytes of a subject in GBK", async () => {
    const fields = gateway.signed({ ...published, charset: "GBK", subject: "SUBJECT" });
    const { sign: _, sign_type, ...signedFields } = fields;
    const text = Object.entries(signedFields)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map((pair) => pair.join("="))
      .join("&")
      .replace("SUBJECT", "\u00b2\u00e2\u00ca\u00d4");
    const sign = createSign("RSA-SHA256").update(Buffer.from(text, "latin1")).sign(keys.privateKey, "base64");
    const sent = String(new URLSearchParams({ ...fields, sign })).replace("SUBJECT", "%B2%E2%CA%D4");
    const message = posted(sent, { "content-type": "application/x-www-form-urlencoded;charset=GBK" });
    const own = alipay.connect({ ...settings, alipay_public_key: keys.publicKey });
    expect(await own.verify(message)).toMatchObject({ ok: true, notification: { amountCents: 990n } });
    expect(alipay.redact(message)).toContain("subject=\u6d4b\u8bd5");
  });

  it("signed with the algorithm of the sender's choice is refused [P7]", async () => {
    const sha1 = createSign("RSA-SHA1").update(vector.text).sign(keys.privateKey, "base64");
    const downgraded = alipay.connect({ ...settings, alipay_public_key: keys.publicKey });
    for (const sign_type of ["RSA", "MD5", "", "rsa2"])
      expect(await downgraded.verify(form({ ...published, sign: sha1, sign_type }))).toMatchObject({
        ok: false,
        reason: "sign_type",
      });
    expect(await downgraded.verify(form({ ...published, sign: sha1, sign_type: "RSA2" }))).toMatchObject({
      ok: false,
      reason: "signature",
    });
    expect(await account.verify(form({ ...published, sign: "", sign_type: "RSA2" }))).toMatchObject({
      ok: false,
      reason: "signature",
    });
  });

  it("counts by its body alone, and ignores fields of the query", async () => {
    const message = { ...signed({}), rawQuery: "total_amount=0.01&trade_status=TRADE_SUCCESS" };
    expect(await own.verify(message)).toMatchObject({ notification: { amountCents: 990n } });
    expect(await own.verify({ ...message, method: "GET" })).toMatchObject({ ok: false });
  });

  it("is paid in two states alone, and a refund is none [P4]", async () => {
    for (const [trade_status, isPaid] of [
      ["TRADE_SUCCESS", true],
      ["TRADE_FINISHED", true],
      ["TRADE_CLOSED", false],
      ["WAIT_BUYER_PAY", false],
      ["trade_success", false],
    ] as const)
      expect(await own.verify(signed({ trade_status }))).toMatchObject({ notification: { isPaid } });
    expect(await own.verify(signed({ refund_fee: "1.00" }))).toEqual({
      ok: true,
      notification: null,
      status: "TRADE_SUCCESS/refund",
    });
  });

  it("is refused of another application or seller, or without a sum [P2, P5]", async () => {
    for (const [over, reason] of [
      [{ app_id: "2021000000000002" }, "merchant"],
      [{ seller_id: "2088000000000009" }, "merchant"],
      [{ total_amount: "" }, "missing_field"],
      [{ total_amount: "1e1" }, "amount_format"],
      [{ buyer_id: "1&charset=utf-8" }, "malformed"],
    ] as const)
      expect(await own.verify(signed(over))).toMatchObject({ ok: false, reason });
  });

  it("is accepted for none of the inventions, and none throws", async () => {
    await expectInventionsRefused(own, signed({}), []);
  });
});

it("makes the link that Alipay's own library makes", async () => {
  testClock.set(new Date("2026-01-01T00:00:00Z"));
  const request = {
    paymentNo: "P1",
    amountCents: 990n,
    currency: "CNY",
    title: "会员卡 A&B=1",
    notifyUrl: "https://shop.example/n",
    returnUrl: "https://shop.example/r",
    clientIp: "203.0.113.7",
    device: "pc" as const,
    expiresAt: new Date("2026-01-01T00:15:00Z"),
  };
  const ours = await alipay
    .connect({ ...gateway.settings({ mode: "auto" }), api_url: "https://x.example/" })
    .create(request);
  const library = new AlipaySdk({
    ...gateway.merchantLibrary.config,
    gateway: "https://x.example/gateway.do",
  });
  const theirs = library.pageExecute("alipay.trade.page.pay", "GET", {
    notify_url: request.notifyUrl,
    return_url: request.returnUrl,
    timestamp: "2026-01-01 08:00:00",
    format: "JSON",
    bizContent: {
      out_trade_no: "P1",
      total_amount: "9.90",
      subject: "会员卡 A B 1",
      time_expire: "2026-01-01 08:15:00",
      product_code: "FAST_INSTANT_TRADE_PAY",
    },
  });
  const [mine, other] = [ours.payUrl ?? "", theirs].map((url) =>
    Object.fromEntries(new URL(url).searchParams),
  );
  // The library names itself, which is signed as well.
  const { alipay_sdk: _name, sign: _theirs, ...common } = other ?? {};
  const { sign: _ours, ...rest } = mine ?? {};
  expect(rest).toEqual(common);
});

it("an Alipay channel needs keys that are keys [C34]", () => {
  for (const broken of [
    { app_private_key: " " },
    { alipay_public_key: "x" },
    { app_id: "" },
    { mode: "cash" },
  ])
    expect(() => alipay.connect({ ...settings, ...broken })).toThrow();
});

import { createDecipheriv } from "node:crypto";
import { describe, expect, it } from "vitest";
import { addSeconds } from "@/lib/core/clock";
import { wechat } from "@/lib/payments/providers/wechat/wechat";
import { FakeWechat } from "@/tools/gateways/wechat";
import { posted } from "../../support/builders/notification-message";
import { expectFlipsRefused, expectInventionsRefused } from "../../support/fakes/gateways/forgeries";

const gateway = new FakeWechat();
const settings = { ...gateway.settings(), api_url: "https://api.mch.weixin.qq.com/" };
const account = wechat.connect(settings);
const at = new Date(1_767_225_600_000);
const proof = ["timestamp", "nonce", "serial", "signature"].map((name) => `wechatpay-${name}`);

/** The published vector: key, nonce, associated data, sealed text and what it says. */
const vector = {
  ciphertext:
    "DUcegK33A8MEOgdCtMPWwAdqzVjy3c3BTENCdjZ/7K2gOkdL0pBpKZrSO4KcjLkLW6SrqBdzgGy/sMCWIPKVQdMoXvc4xWsjZxJ+TXwOBs8X7UOQ511F3CKsPI+GAo+HPlfJ2hKZ1jwbGTSkNREMzUaUdyYag+sHnnisNS4C5dQEMaW7sgU6fiebjS6q5KT5ZtHABf91S4NKMSO/Crbah8umlwjNQXyTYfwxmP8JV8JGZmp/zRQMm51JQJMLSC6e1Gz+4O5g5PbyFM2o+Ysdp47DbPs=",
  nonce: "fdasflkja484",
  associated_data: "transaction",
};
const transaction = {
  mchid: "1900000001",
  appid: "wx0000000000000001",
  out_trade_no: "P20260101000001",
  transaction_id: "4200000000202601010000000001",
  trade_state: "SUCCESS",
  amount: { total: 990, currency: "CNY" },
};

const sent = (body: string, receivedAt = at, proved = gateway.proof(body, at)) =>
  posted(body, { "content-type": "application/json", ...proved }, receivedAt);
const sealed = (over: object, type?: string) =>
  sent(gateway.event(JSON.stringify({ ...transaction, ...over }), type));
const published = JSON.stringify({
  event_type: "TRANSACTION.SUCCESS",
  resource: { algorithm: "AEAD_AES_256_GCM", ...vector },
});

describe("a WeChat Pay notification", { timeout: 180_000 }, () => {
  it("is opened by the published vector", async () => {
    const bytes = Buffer.from(vector.ciphertext, "base64");
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(gateway.v3Key), Buffer.from(vector.nonce));
    decipher.setAAD(Buffer.from(vector.associated_data)).setAuthTag(bytes.subarray(-16));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString();
    expect(JSON.parse(text)).toEqual(transaction);
    expect(await account.verify(sent(published))).toEqual({
      ok: true,
      notification: {
        paymentNo: "P20260101000001",
        tradeNo: "4200000000202601010000000001",
        isPaid: true,
        status: "SUCCESS",
        amountCents: 990n,
        currency: "CNY",
        merchant: "1900000001",
      },
    });
  });

  it("is refused with any one byte turned, of the body and of each header of its proof", async () => {
    await expectFlipsRefused(account, sent(published), proof);
  });

  it("is refused with a sealed text that another key made, though the signature holds", async () => {
    const other = wechat.connect({ ...settings, api_v3_key: "f".repeat(32) });
    expect(await other.verify(sent(published))).toMatchObject({ ok: false, reason: "signature" });
  });

  it("counts for five minutes either way, and a probe of the signature check is refused", async () => {
    for (const seconds of [-300, 0, 300])
      expect(await account.verify(sent(published, addSeconds(at, seconds)))).toMatchObject({ ok: true });
    for (const seconds of [-301, 301])
      expect(await account.verify(sent(published, addSeconds(at, seconds)))).toMatchObject({
        ok: false,
        reason: "timestamp",
      });
    const probe = { ...gateway.proof(published, at), "wechatpay-signature": "WECHATPAY/SIGNTEST/AAAA" };
    expect(await account.verify(sent(published, at, probe))).toMatchObject({
      ok: false,
      reason: "signature",
    });
    const otherKey = { ...gateway.proof(published, at), "wechatpay-serial": "PUB_KEY_ID_9" };
    expect(await account.verify(sent(published, at, otherKey))).toMatchObject({
      ok: false,
      reason: "signature",
    });
  });

  it("is paid in one state alone, and a refund's is none [P4]", async () => {
    for (const trade_state of ["NOTPAY", "CLOSED", "REVOKED", "USERPAYING", "PAYERROR", "REFUND", "success"])
      expect(await account.verify(sealed({ trade_state }))).toMatchObject({
        notification: { isPaid: false },
      });
    expect(await account.verify(sealed({}, "REFUND.SUCCESS"))).toEqual({
      ok: true,
      notification: null,
      status: "REFUND.SUCCESS",
    });
  });

  it("is refused of another merchant or application, or with an amount that is none [P2, P5]", async () => {
    for (const [over, reason] of [
      [{ mchid: "1900000002" }, "merchant"],
      [{ appid: "wx2" }, "merchant"],
      [{ amount: { total: "990", currency: "CNY" } }, "amount_format"],
      [{ amount: { total: 9.9, currency: "CNY" } }, "amount_format"],
      [{ amount: {} }, "amount_format"],
      [{ transaction_id: "" }, "trade_no_format"],
      [{ out_trade_no: "a b" }, "payment_no_format"],
    ] as const)
      expect(await account.verify(sealed(over))).toMatchObject({ ok: false, reason });
  });

  it("is accepted for none of the inventions, and none throws", async () => {
    await expectInventionsRefused(account, sent(published), proof);
  });
});

it("a WeChat Pay channel needs a key of 32 bytes and RSA keys [C34]", () => {
  for (const broken of [
    { api_v3_key: "short" },
    { merchant_private_key: "x" },
    { platform_public_key: " " },
    { platform_key_id: "" },
    { mch_id: "abc" },
  ])
    expect(() => wechat.connect({ ...settings, ...broken })).toThrow();
});

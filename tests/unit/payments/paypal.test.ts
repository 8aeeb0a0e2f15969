import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { paypal } from "@/lib/payments/providers/paypal/paypal";
import {
  fromPaypalAmount,
  paypalSettings,
  toPaypalAmount,
} from "@/lib/payments/providers/paypal/paypal-account";
import { isCertificateAddress, trustedKey } from "@/lib/payments/providers/paypal/paypal-certificate";
import { verifyPaypal } from "@/lib/payments/providers/paypal/paypal-event";
import { readRsaKey } from "@/lib/payments/providers/rsa";
import { FakePaypal } from "@/tools/gateways/paypal";
import { posted } from "../../support/builders/notification-message";
import { expectFlipsRefused, expectInventionsRefused } from "../../support/fakes/gateways/forgeries";
import { below, leaf, mid, other, root } from "./paypal-certificates";
import { platformPublicKey, paypal as vector } from "./vectors";

const given = { client_id: "a", client_secret: "b", webhook_id: vector.webhookId };
const settings = paypalSettings.parse(given);
const key = readRsaKey(platformPublicKey, "public");
const asked: string[] = [];
const loadKey = async (address: string) => {
  asked.push(address);
  return key;
};
const account = {
  ...paypal.connect(given),
  verify: (message: Parameters<typeof verifyPaypal>[1]) => verifyPaypal(settings, message, loadKey),
};

const certificate = "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270";
const headers = {
  "content-type": "application/json",
  "paypal-transmission-id": vector.id,
  "paypal-transmission-time": vector.time,
  "paypal-transmission-sig": vector.sign,
  "paypal-cert-url": certificate,
  "paypal-auth-algo": "SHA256withRSA",
};
const proof = ["transmission-id", "transmission-time", "transmission-sig", "auth-algo"].map(
  (name) => `paypal-${name}`,
);
const message = (over: Record<string, string> = {}) => posted(vector.body, { ...headers, ...over });

describe("a PayPal notification", { timeout: 180_000 }, () => {
  it("is proved by the published vector", async () => {
    expect(await account.verify(message())).toEqual({
      ok: true,
      notification: {
        paymentNo: "P20260101000001",
        tradeNo: "CAP1",
        isPaid: true,
        status: "COMPLETED",
        amountCents: 990n,
        currency: "USD",
        merchant: "paypal",
      },
    });
  });

  it("is refused when another webhook or another algorithm is named [P5, P7]", async () => {
    const others = paypalSettings.parse({ ...given, webhook_id: "1JE4291016473214D" });
    expect(await verifyPaypal(others, message(), loadKey)).toMatchObject({ ok: false, reason: "signature" });
    for (const algorithm of ["SHA1withRSA", "MD5withRSA", ""])
      expect(await account.verify(message({ "paypal-auth-algo": algorithm }))).toMatchObject({
        ok: false,
        reason: "sign_type",
      });
  });

  it("is refused with a certificate that is not on PayPal's shelf, and nothing is fetched [P13]", async () => {
    asked.length = 0;
    for (const address of [
      "https://evil.example/v1/notifications/certs/CERT-1",
      "https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1",
      "http://api.paypal.com/v1/notifications/certs/CERT-1",
      "https://api.paypal.com@evil.example/v1/notifications/certs/CERT-1",
      "https://api.paypal.com:8443/v1/notifications/certs/CERT-1",
      "https://api.paypal.com/v1/notifications/certs/../../other",
      "https://api.paypal.com/v1/notifications/certs/CERT-1?next=evil",
      "https://api.paypal.com/elsewhere/CERT-1",
      certificate.replace("api.", "api.sandbox."),
    ])
      expect(await account.verify(message({ "paypal-cert-url": address })), address).toMatchObject({
        ok: false,
        reason: "signature",
      });
    expect(asked).toEqual([]);
    expect(isCertificateAddress(certificate, "api.paypal.com")).toBe(true);
  });

  it("is refused with any one byte turned", async () => {
    await expectFlipsRefused(account, message(), proof);
  });

  it("is accepted for none of the inventions, and none throws", async () => {
    await expectInventionsRefused(account, message(), proof);
  });

  it("is read only as far as it is one of a payment [P4]", async () => {
    const gateway = new FakePaypal();
    const own = paypalSettings.parse({ ...given, webhook_id: gateway.webhookId });
    const read = async (type: string, resource: object) => {
      const body = gateway.event(type, resource);
      return verifyPaypal(own, posted(body, gateway.proof(body)), async () => gateway.publicKey);
    };
    const capture = {
      id: "CAP1",
      status: "COMPLETED",
      amount: { currency_code: "USD", value: "9.90" },
      custom_id: "P1",
    };
    const ignored = (status: string) => ({ ok: true, notification: null, status });
    for (const type of ["PAYMENT.CAPTURE.REFUNDED", "PAYMENT.SALE.COMPLETED", "CHECKOUT.ORDER.COMPLETED"])
      expect(await read(type, capture)).toEqual(ignored(type));
    expect(await read("PAYMENT.CAPTURE.DENIED", { ...capture, status: "DECLINED" })).toMatchObject({
      notification: { isPaid: false, failure: "declined" },
    });
    expect(await read("PAYMENT.CAPTURE.DENIED", capture)).toEqual(ignored("PAYMENT.CAPTURE.DENIED"));
    expect(await read("PAYMENT.CAPTURE.COMPLETED", { ...capture, custom_id: undefined })).toEqual(
      ignored("PAYMENT.CAPTURE.COMPLETED"),
    );
    const approved = { purchase_units: [{ custom_id: "P1" }] };
    expect(await read("CHECKOUT.ORDER.APPROVED", approved)).toMatchObject({ approvedPaymentNo: "P1" });
    for (const value of ["9.901", "-9.90", "", 9.9, "1e3"])
      expect(
        await read("PAYMENT.CAPTURE.COMPLETED", { ...capture, amount: { currency_code: "USD", value } }),
      ).toMatchObject({ ok: false, reason: "amount_format" });
  });
});

describe("a PayPal certificate", () => {
  const roots = [new X509Certificate(root)];
  const at = new Date("2027-01-01");

  it("counts when a chain leads from it to a known root", () => {
    const trusted = trustedKey(`${leaf}\n${mid}`, at, roots);
    expect(trusted?.equals(new X509Certificate(leaf).publicKey)).toBe(true);
    expect(trustedKey(`${leaf}\n${mid}\n${root}`, at, roots)).not.toBeNull();
  });

  it("counts for nothing without the chain, of another name, signed by one that may not, or at another time", () => {
    expect(trustedKey(leaf, at, roots)).toBeNull();
    expect(trustedKey(`${leaf}\n${mid}\n${root}`, at)).toBeNull();
    expect(trustedKey(`${other}\n${mid}`, at, roots)).toBeNull();
    expect(trustedKey(`${below}\n${leaf}\n${mid}`, at, roots)).toBeNull();
    expect(trustedKey(`${mid}\n${root}`, at, roots)).toBeNull();
    expect(trustedKey(`${leaf}\n${mid}`, new Date("2020-01-01"), roots)).toBeNull();
    for (const text of ["", "no certificate", leaf.replaceAll("A", "B")])
      expect(trustedKey(text, at, roots)).toBeNull();
  });
});

it("PayPal's amounts have the decimals that PayPal takes", () => {
  expect(toPaypalAmount(99_000n, "JPY")).toEqual({ currency_code: "JPY", value: "990" });
  expect(toPaypalAmount(990n, "USD")).toEqual({ currency_code: "USD", value: "9.90" });
  expect(fromPaypalAmount({ currency_code: "JPY", value: "990" })).toEqual({
    amountCents: 99_000n,
    currency: "JPY",
  });
});

import type { GatewayAccount, PaymentProvider } from "../../provider";
import { readPostedForm, redactMessage } from "../form-fields";
import { plainAnswer, plainFail } from "../gateway-answers";
import { readRsaKey } from "../rsa";
import { verifyAlipay } from "./alipay-message";
import { type AlipayAccount, alipayModes, alipaySettings } from "./alipay-request";
import { createTrade, probeAlipay, queryAlipayRefund, queryTrade, refundTrade } from "./alipay-trade";

function connect(given: unknown): GatewayAccount {
  const settings = alipaySettings.parse(given);
  const account: AlipayAccount = {
    ...settings,
    privateKey: readRsaKey(settings.app_private_key, "private"),
    publicKey: readRsaKey(settings.alipay_public_key, "public"),
  };
  return {
    currency: "CNY",
    createsOffline: account.mode !== "precreate",
    create: (request) => createTrade(account, request),
    verify: (message) => verifyAlipay(account, message),
    query: (payment) => queryTrade(account, payment),
    refund: (order) => refundTrade(account, order),
    queryRefund: (order) => queryAlipayRefund(account, order),
    probe: () => probeAlipay(account),
    confirmsByQuery: false,
  };
}

const ack = plainAnswer(200, "success");

const hidden = new Set(["sign", "buyer_id", "buyer_open_id", "buyer_logon_id"]);

/** Alipay's own open platform: page for computers, wap for phones, or a code to scan. */
export const alipay: PaymentProvider = {
  code: "alipay",
  name: "Alipay",
  isWeak: false,
  settings: alipaySettings,
  fields: [
    { key: "app_id", label: "Application id (APPID)", kind: "text", required: true, hint: "2021…" },
    { key: "app_private_key", label: "Application private key", kind: "secret", required: true },
    {
      key: "alipay_public_key",
      label: "Alipay public key",
      kind: "text",
      required: true,
      hint: "Alipay's, not the application's own",
    },
    { key: "seller_id", label: "Seller id (PID)", kind: "text", required: false, hint: "2088…" },
    {
      key: "mode",
      label: "How the buyer gets there",
      kind: "select",
      required: false,
      options: alipayModes,
    },
    {
      key: "api_url",
      label: "API address",
      kind: "url",
      required: false,
      hint: "https://openapi.alipay.com/",
    },
  ],
  connect,
  interaction: (settings) => (alipaySettings.parse(settings).mode === "precreate" ? "qr" : "redirect"),
  ack,
  nack: (fault) => (fault === "not_paid" ? ack : plainFail(fault)),
  redact: (message) => redactMessage(message, readPostedForm(message), hidden),
};

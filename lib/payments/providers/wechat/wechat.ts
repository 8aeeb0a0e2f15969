import type { GatewayAccount, PaymentProvider } from "../../provider";
import { failStatus, jsonAnswer } from "../gateway-answers";
import { redactJson } from "../redact-json";
import { readRsaKey } from "../rsa";
import { verifyWechat } from "./wechat-message";
import { type WechatAccount, wechatModes, wechatSettings } from "./wechat-request";
import {
  createTransaction,
  probeWechat,
  queryTransaction,
  queryWechatRefund,
  refundTransaction,
} from "./wechat-transaction";

function connect(given: unknown): GatewayAccount {
  const settings = wechatSettings.parse(given);
  const account: WechatAccount = {
    ...settings,
    privateKey: readRsaKey(settings.merchant_private_key, "private"),
    platformKey: readRsaKey(settings.platform_public_key, "public"),
  };
  return {
    currency: "CNY",
    createsOffline: false,
    create: (request) => createTransaction(account, request),
    verify: (message) => verifyWechat(account, message),
    query: (payment) => queryTransaction(account, payment),
    refund: (order) => refundTransaction(account, order),
    queryRefund: (order) => queryWechatRefund(account, order),
    probe: () => probeWechat(account),
    confirmsByQuery: false,
  };
}

const ack = jsonAnswer(200, '{"code":"SUCCESS"}');

/** Members of a notification that lie open; the transaction itself is sealed. */
const kept = new Set("id event_type resource_type create_time original_type".split(" "));

/** WeChat Pay, API version 3: a code to scan, or its app from a phone's browser. */
export const wechat: PaymentProvider = {
  code: "wechat",
  name: "WeChat Pay",
  isWeak: false,
  settings: wechatSettings,
  fields: [
    { key: "mch_id", label: "Merchant number (mchid)", kind: "text", required: true },
    { key: "app_id", label: "Application id (appid)", kind: "text", required: true, hint: "wx…" },
    { key: "api_v3_key", label: "API v3 key", kind: "secret", required: true },
    { key: "merchant_private_key", label: "Merchant private key", kind: "secret", required: true },
    {
      key: "merchant_serial",
      label: "Serial number of the merchant certificate",
      kind: "text",
      required: true,
    },
    { key: "platform_public_key", label: "WeChat Pay public key", kind: "text", required: true },
    {
      key: "platform_key_id",
      label: "Id of the WeChat Pay public key",
      kind: "text",
      required: true,
      hint: "PUB_KEY_ID_…",
    },
    {
      key: "mode",
      label: "How the buyer gets there",
      kind: "select",
      required: false,
      options: wechatModes,
    },
    {
      key: "api_url",
      label: "API address",
      kind: "url",
      required: false,
      hint: "https://api.mch.weixin.qq.com/",
    },
  ],
  connect,
  interaction: (settings) => (wechatSettings.parse(settings).mode === "h5" ? "redirect" : "qr"),
  ack,
  nack: (fault) =>
    fault === "not_paid" ? ack : jsonAnswer(failStatus(fault), '{"code":"FAIL","message":"失败"}'),
  redact: (message) => redactJson(message, kept),
};

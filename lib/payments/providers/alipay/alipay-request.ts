import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { now } from "../../../core/clock";
import { problem } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { callGateway, GatewayError } from "../../gateway-request";
import { isSignedRsaSha256, rsaKeyText, signRsaSha256 } from "../rsa";
import { apiUrl, notBlank } from "../setting-pieces";

export const alipayModes = ["auto", "page", "wap", "precreate"] as const;

export const alipaySettings = z.object({
  app_id: notBlank.check(...shapedAs(/^\d{16}$/)),
  app_private_key: rsaKeyText("private"),
  alipay_public_key: rsaKeyText("public"),
  /** 2088…; empty: not compared. The application id names the merchant as well. */
  seller_id: z.string().trim().max(40).default(""),
  mode: z.enum(alipayModes).default("auto"),
  api_url: apiUrl("https://openapi.alipay.com/"),
});

export type AlipayAccount = z.output<typeof alipaySettings> & { privateKey: KeyObject; publicKey: KeyObject };

/** `2026-01-01 08:00:00` in Alipay's time zone, whatever the server's is. */
export const alipayTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ");

/** Text that Alipay signs: every field, sorted by name, as `k=v&k=v` over the values as they are. */
export const alipayString = (fields: Iterable<readonly [string, string]>): string =>
  [...fields]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${key}=${value}`)
    .join("&");

type Content = Record<string, string>;

function signedFields(account: AlipayAccount, method: string, content: Content, extra: Content): Content {
  const fields = {
    app_id: account.app_id,
    method,
    format: "JSON",
    charset: "utf-8",
    sign_type: "RSA2",
    timestamp: alipayTime(now()),
    version: "1.0",
    ...extra,
    biz_content: JSON.stringify(content),
  };
  return { ...fields, sign: signRsaSha256(alipayString(Object.entries(fields)), account.privateKey) };
}

const gateway = ({ api_url }: AlipayAccount) => `${api_url}gateway.do`;

/** An address of Alipay's, signed, that the buyer's browser opens. */
export const alipayLink = (
  account: AlipayAccount,
  method: string,
  { content, notifyUrl, returnUrl }: { content: Content; notifyUrl: string; returnUrl: string },
): string => {
  const fields = signedFields(account, method, content, { notify_url: notifyUrl, return_url: returnUrl });
  return `${gateway(account)}?${new URLSearchParams(fields)}`;
};

/** `{"alipay_trade_query_response":{…},"sign":"…"}`: what is signed is the text between. */
const answerShape =
  /^\s*\{\s*"\w+"\s*:\s*(\{.*\})\s*,\s*(?:"alipay_cert_sn"\s*:\s*"[^"]*"\s*,\s*)?"sign"\s*:\s*"([^"]+)"\s*\}\s*$/s;

const answerSchema = z.object({
  code: z.string(),
  msg: z.string().default(""),
  sub_code: z.string().default(""),
  sub_msg: z.string().default(""),
  out_trade_no: z.string().default(""),
  trade_no: z.string().default(""),
  trade_status: z.string().default(""),
  total_amount: z.string().default(""),
  qr_code: z.string().default(""),
  fund_change: z.string().default(""),
  refund_status: z.string().default(""),
});

export type AlipayAnswer = z.output<typeof answerSchema>;

export const isDone = ({ code }: Pick<AlipayAnswer, "code">): boolean => code === "10000";

/** Tells whether Alipay has decided; else it may have done what it was asked. */
export const isFinal = ({ code, sub_code }: AlipayAnswer): boolean =>
  isDone({ code }) || (code === "40004" && !/SYSTEM_ERROR|UNKNOW/.test(sub_code));

export const whyNot = ({ msg, sub_code, sub_msg }: AlipayAnswer): string =>
  [sub_msg || msg, sub_code && `(${sub_code})`].filter(Boolean).join(" ").slice(0, 300);

/** A call of Alipay's API, whatever it decides. Nothing of an answer counts before its signature holds. @throws GatewayError */
export async function askAlipay(
  account: AlipayAccount,
  label: string,
  { method, content, notifyUrl }: { method: string; content: Content; notifyUrl?: string },
): Promise<AlipayAnswer> {
  const extra: Content = notifyUrl ? { notify_url: notifyUrl } : {};
  const { biz_content = "", ...system } = signedFields(account, method, content, extra);
  const text = await callGateway({
    label,
    url: `${gateway(account)}?${new URLSearchParams(system)}`,
    form: { biz_content },
  });
  const [, signed = "", sign = ""] = answerShape.exec(text) ?? [];
  if (!isSignedRsaSha256(signed, sign.replaceAll("\\/", "/"), account.publicKey))
    throw new GatewayError(problem("alipay_answer_unsigned"));
  const answer = answerSchema.safeParse(JSON.parse(signed));
  if (!answer.success) throw new GatewayError(problem("alipay_answer_incomplete"));
  return answer.data;
}

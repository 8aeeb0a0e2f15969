import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { now } from "../../../core/clock";
import { randomCode } from "../../../core/ids";
import { problem, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { askGateway, GatewayError } from "../../gateway-request";
import { isSignedRsaSha256, rsaKeyText, signRsaSha256 } from "../rsa";
import { apiUrl, notBlank } from "../setting-pieces";

export const wechatModes = ["auto", "native", "h5"] as const;

export const wechatSettings = z.object({
  mch_id: notBlank.check(...shapedAs(/^\d{6,20}$/)),
  app_id: notBlank.check(...shapedAs(/^wx[0-9a-zA-Z]{1,40}$/)),
  api_v3_key: notBlank.refine((key) => Buffer.byteLength(key) === 32, { error: rule("bytes_32") }),
  merchant_private_key: rsaKeyText("private"),
  merchant_serial: notBlank.max(100),
  /** Public key of WeChat Pay, or the certificate of the older way. */
  platform_public_key: rsaKeyText("public"),
  /** Name of that key in `Wechatpay-Serial`. */
  platform_key_id: notBlank.max(100),
  mode: z.enum(wechatModes).default("auto"),
  api_url: apiUrl("https://api.mch.weixin.qq.com/"),
});

export type WechatAccount = z.output<typeof wechatSettings> & {
  privateKey: KeyObject;
  platformKey: KeyObject;
};

const toleranceSeconds = 300;

/** Time, nonce and body as they came, each with its line end: what WeChat Pay signs in notifications and answers alike. */
export function provedBy(
  account: WechatAccount,
  { header, body, at }: { header: (name: string) => string | null; body: Uint8Array; at: Date },
): "signature" | "timestamp" | null {
  const [time = "", nonce = "", sign = "", serial] = ["timestamp", "nonce", "signature", "serial"].map(
    (name) => header(`wechatpay-${name}`) ?? "",
  );
  // The key is ours to choose: a message that names another one is not tried with this.
  if (serial !== account.platform_key_id) return "signature";
  const text = Buffer.concat([Buffer.from(`${time}\n${nonce}\n`), body, Buffer.from("\n")]);
  if (!isSignedRsaSha256(text, sign, account.platformKey)) return "signature";
  const isFresh = /^\d{10}$/.test(time) && Math.abs(at.getTime() / 1000 - Number(time)) <= toleranceSeconds;
  return isFresh ? null : "timestamp";
}

function authorization(account: WechatAccount, method: string, path: string, body: string): string {
  const time = Math.floor(now().getTime() / 1000);
  const nonce = randomCode(32);
  const signature = signRsaSha256(`${method}\n${path}\n${time}\n${nonce}\n${body}\n`, account.privateKey);
  const fields = {
    mchid: account.mch_id,
    nonce_str: nonce,
    signature,
    timestamp: String(time),
    serial_no: account.merchant_serial,
  };
  const pairs = Object.entries(fields).map(([key, value]) => `${key}="${value}"`);
  return `WECHATPAY2-SHA256-RSA2048 ${pairs.join(",")}`;
}

const answerSchema = z.object({
  code: z.string().default(""),
  message: z.string().default(""),
  code_url: z.string().default(""),
  h5_url: z.string().default(""),
  status: z.string().default(""),
});
export type WechatAnswer = z.output<typeof answerSchema> & { httpStatus: number; text: string };

/** A call of the API, whatever it decides: nothing of an answer counts before its signature holds. @throws GatewayError */
export async function askWechat(
  account: WechatAccount,
  label: string,
  { path, json }: { path: string; json?: object },
): Promise<WechatAnswer> {
  const method = json ? "POST" : "GET";
  const body = json ? JSON.stringify(json) : "";
  const answer = await askGateway({
    label,
    url: `${account.api_url}${path.slice(1)}`,
    method,
    headers: {
      accept: "application/json",
      authorization: authorization(account, method, path, body),
      "wechatpay-serial": account.platform_key_id,
      ...(json ? { "content-type": "application/json" } : {}),
    },
    ...(json ? { body: new TextEncoder().encode(body) } : {}),
  });
  if (answer.status === 429 || answer.status >= 500)
    throw new GatewayError(problem("wechat_answered_http", { status: answer.status }));
  if (provedBy(account, { header: answer.header, body: answer.bytes, at: now() }) !== null)
    throw new GatewayError(problem("wechat_answer_unsigned"));
  try {
    const read = answerSchema.parse(JSON.parse(answer.text));
    return { ...read, httpStatus: answer.status, text: answer.text };
  } catch {
    throw new GatewayError(problem("wechat_answer_no_json"), { failure: "bad_answer" });
  }
}

export const isDone = ({ httpStatus }: WechatAnswer): boolean => httpStatus >= 200 && httpStatus <= 299;

export const whyNot = ({ code, message, httpStatus }: WechatAnswer): string =>
  `${message || `HTTP ${httpStatus}`} (${code})`.slice(0, 300);

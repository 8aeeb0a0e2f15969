import type { KeyObject } from "node:crypto";
import { z } from "zod";
import { now } from "../../../core/clock";
import { problem } from "../../../core/refusals/refusal";
import { callGatewayJson, GatewayError } from "../../gateway-request";
import type {
  CreateRequest,
  GatewayAccount,
  NotificationMessage,
  PaymentProvider,
  PaymentStart,
  QueryResult,
  Verification,
} from "../../provider";
import { epayAnswers } from "../epay/epay";
import {
  claimedPaymentNo,
  isAmbiguous,
  readNotification,
  readPaymentFields,
  requestFields,
  textOf,
} from "../epay/epay-message";
import { readParameters } from "../epay/epay-parameters";
import { canonicalString } from "../epay/epay-signature";
import { type Parameters, wireBytes } from "../form-fields";
import { isSignedRsaSha256, readRsaKey, rsaKeyText, signRsaSha256 } from "../rsa";
import { readNo } from "../said-no";
import { currencyCode, gatewayFields, gatewayUrl, notBlank } from "../setting-pieces";

const settingsSchema = z.object({
  gateway_url: gatewayUrl,
  pid: notBlank,
  merchant_private_key: rsaKeyText("private"),
  platform_public_key: rsaKeyText("public"),
  type: z.string().trim().max(40).default(""),
  mode: z.enum(["page", "form"]).default("page"),
  currency: currencyCode("CNY"),
  confirm_by_query: z.boolean().default(false),
});

type Settings = z.output<typeof settingsSchema>;
type Account = Settings & { privateKey: KeyObject; publicKey: KeyObject };

const toleranceSeconds = 300;

function signed(account: Account, fields: Record<string, string>): Record<string, string> {
  const dated = { ...fields, timestamp: String(Math.floor(now().getTime() / 1000)) };
  const text = canonicalString(new Map(Object.entries(dated)));
  const sign = signRsaSha256(text, account.privateKey);
  return { ...dated, sign, sign_type: "RSA" };
}

const isSigned = (account: Account, fields: Parameters): boolean =>
  isSignedRsaSha256(wireBytes(canonicalString(fields)), fields.get("sign") ?? "", account.publicKey);

function isFresh(fields: Parameters, at: Date): boolean {
  const timestamp = fields.get("timestamp") ?? "";
  return /^\d{10}$/.test(timestamp) && Math.abs(at.getTime() / 1000 - Number(timestamp)) <= toleranceSeconds;
}

function verify(account: Account, message: NotificationMessage): Verification {
  const read = readParameters(message);
  if (!read.ok) return read;
  const { fields } = read;
  const about = { claimedPaymentNo: claimedPaymentNo(fields) };
  if (fields.get("sign_type") !== "RSA") return { ok: false, reason: "sign_type", ...about };
  if (isAmbiguous(fields)) return { ok: false, reason: "malformed", ...about };
  if (!isSigned(account, fields)) return { ok: false, reason: "signature", ...about };
  if (!isFresh(fields, message.receivedAt)) return { ok: false, reason: "timestamp", ...about };
  return readNotification(account, fields);
}

async function create(account: Account, request: CreateRequest): Promise<PaymentStart> {
  const fields = signed(account, requestFields(account, request));
  const action = `${account.gateway_url}api/pay/submit`;
  return account.mode === "form"
    ? { payUrl: null, qrCode: null, form: { action, method: "POST", fields } }
    : { payUrl: `${action}?${new URLSearchParams(fields)}`, qrCode: null, form: null };
}

const no = ({ code, msg }: Record<string, unknown>) =>
  textOf(code) === "0" ? null : readNo(textOf(msg), { secret: "", unclear: "unknown" });

/** The answer is signed like a notification: nothing of it counts before that holds. */
async function query(account: Account, paymentNo: string): Promise<QueryResult> {
  const answer = await callGatewayJson({
    label: "epay_v2.query",
    url: `${account.gateway_url}api/pay/query`,
    form: signed(account, { pid: account.pid, out_trade_no: paymentNo }),
    isRefused: (said) => no(said)?.state === "refused",
  });
  const said = no(answer);
  if (said) return said;
  const fields = new Map(Object.entries(answer).map(([key, value]) => [key, textOf(value)] as const));
  if (!isSigned(account, fields)) throw new GatewayError(problem("gateway_answer_unsigned"));
  if (fields.get("status") !== "1") return { state: "unpaid" };
  const reading = readPaymentFields(account, fields);
  if (!reading.ok || reading.notification.paymentNo !== paymentNo)
    throw new GatewayError(problem("gateway_answer_unfit"));
  return { state: "paid", notification: { ...reading.notification, status: "1", isPaid: true } };
}

function connect(given: unknown): GatewayAccount {
  const settings = settingsSchema.parse(given);
  const privateKey = readRsaKey(settings.merchant_private_key, "private");
  const publicKey = readRsaKey(settings.platform_public_key, "public");
  const account: Account = { ...settings, privateKey, publicKey };
  return {
    currency: account.currency,
    createsOffline: true,
    create: (request) => create(account, request),
    verify: (message) => verify(account, message),
    query: ({ paymentNo }) => query(account, paymentNo),
    confirmsByQuery: account.confirm_by_query,
  };
}

/** EPay v2: the same fields with a time, signed by RSA with SHA-256 both ways. */
export const epayV2: PaymentProvider = {
  ...epayAnswers,
  isWeak: false,
  code: "epay_v2",
  name: "EPay v2 (RSA)",
  settings: settingsSchema,
  fields: [
    { ...gatewayFields.gateway_url, hint: "https://pay.example.com/" },
    { key: "pid", label: "Merchant id (pid)", kind: "text", required: true },
    { key: "merchant_private_key", label: "Merchant private key", kind: "secret", required: true },
    { key: "platform_public_key", label: "Platform public key", kind: "text", required: true },
    {
      key: "type",
      label: "Payment type",
      kind: "text",
      required: false,
      hint: "Empty: the gateway's own cashier",
    },
    {
      key: "mode",
      label: "How the buyer gets there",
      kind: "select",
      required: false,
      options: ["page", "form"],
    },
    gatewayFields.currency,
    gatewayFields.confirm_by_query,
  ],
  connect,
  interaction: (settings) => (settingsSchema.parse(settings).mode === "form" ? "form" : "redirect"),
};

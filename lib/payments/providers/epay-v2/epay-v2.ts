import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from "node:crypto";
import { z } from "zod";
import { now } from "../../../core/clock";
import { refusal, rule } from "../../../core/refusals/refusal";
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
  readNotification,
  readPaymentFields,
  requestFields,
  textOf,
} from "../epay/epay-message";
import { type Parameters, readParameters } from "../epay/epay-parameters";
import { canonicalString } from "../epay/epay-signature";
import { currencyCode, gatewayUrl, notBlank } from "../setting-pieces";

/** Gateways show their keys as bare base64; a PEM file is taken as well. */
function readKey(text: string, kind: "public" | "private"): KeyObject | null {
  const isPem = text.includes("-----BEGIN");
  const der = Buffer.from(text.replaceAll(/\s/g, ""), "base64");
  const attempts =
    kind === "public"
      ? [() => createPublicKey(isPem ? text : { key: der, format: "der", type: "spki" })]
      : [
          () => createPrivateKey(isPem ? text : { key: der, format: "der", type: "pkcs8" }),
          () => createPrivateKey({ key: der, format: "der", type: "pkcs1" }),
        ];
  for (const read of attempts) {
    try {
      const key = read();
      if (key.asymmetricKeyType === "rsa") return key;
    } catch {}
  }
  return null;
}

const rsaKey = (kind: "public" | "private") =>
  notBlank.refine((text) => readKey(text, kind) !== null, { error: rule(refusal("not_rsa_key", { kind })) });

const settingsSchema = z.object({
  gateway_url: gatewayUrl,
  pid: notBlank,
  merchant_private_key: rsaKey("private"),
  platform_public_key: rsaKey("public"),
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
  const sign = signBytes("sha256", Buffer.from(text), account.privateKey).toString("base64");
  return { ...dated, sign, sign_type: "RSA" };
}

function isSigned(account: Account, fields: Parameters): boolean {
  const sign = fields.get("sign") ?? "";
  const bytes = Buffer.from(sign, "base64");
  // Base64 has several spellings for some bytes; only the true one counts.
  if (bytes.length === 0 || bytes.toString("base64") !== sign) return false;
  return verifyBytes("sha256", Buffer.from(canonicalString(fields)), account.publicKey, bytes);
}

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

/** The answer is signed like a notification: nothing of it counts before that holds. */
async function query(account: Account, paymentNo: string): Promise<QueryResult> {
  const answer = await callGatewayJson({
    label: "epay_v2.query",
    url: `${account.gateway_url}api/pay/query`,
    form: signed(account, { pid: account.pid, out_trade_no: paymentNo }),
  });
  if (textOf(answer.code) !== "0") return { state: "unknown" };
  const fields = new Map(Object.entries(answer).map(([key, value]) => [key, textOf(value)] as const));
  if (!isSigned(account, fields)) throw new GatewayError("The gateway's answer is not signed with its key");
  if (fields.get("status") !== "1") return { state: "unpaid" };
  const reading = readPaymentFields(account, fields);
  if (!reading.ok || reading.notification.paymentNo !== paymentNo)
    throw new GatewayError("The gateway's answer is about another payment or is incomplete");
  return { state: "paid", notification: { ...reading.notification, status: "1", isPaid: true } };
}

function connect(given: unknown): GatewayAccount {
  const settings = settingsSchema.parse(given);
  const privateKey = readKey(settings.merchant_private_key, "private");
  const publicKey = readKey(settings.platform_public_key, "public");
  if (!privateKey || !publicKey) throw new Error("The keys were checked by the schema");
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
    {
      key: "gateway_url",
      label: "Gateway address",
      kind: "url",
      required: true,
      hint: "https://pay.example.com/",
    },
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
    { key: "currency", label: "Currency the gateway counts in", kind: "text", required: false, hint: "CNY" },
    { key: "confirm_by_query", label: "Ask the gateway before delivering", kind: "switch", required: false },
  ],
  connect,
  interaction: (settings) => (settingsSchema.parse(settings).mode === "form" ? "form" : "redirect"),
};

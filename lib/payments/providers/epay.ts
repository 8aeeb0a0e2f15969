import { z } from "zod";
import { formatMoney, parseMoney } from "../../core/money";
import { callGatewayJson, GatewayError } from "../gateway-request";
import type {
  CreateRequest,
  GatewayAccount,
  Notice,
  NotificationMessage,
  PaymentProvider,
  PaymentStart,
  QueryResult,
  Verification,
} from "../provider";
import { type Parameters, readParameters, redactParameters } from "./epay-parameters";
import { isSignedMd5, signMd5 } from "./epay-signature";

const paymentNoPattern = /^[A-Za-z0-9._\-|]{1,64}$/;
const tradeNoPattern = /^[\x21-\x7e]{1,128}$/;

const notBlank = (what: string) =>
  z
    .string({ error: `${what} is required` })
    .trim()
    .min(1, `${what} must not be empty`)
    .max(2_000);

export const epaySettings = z.object({
  gateway_url: z
    .url({ protocol: /^https?$/, error: "gateway_url must be an http or https address" })
    .refine((url) => !url.includes("?") && !url.includes("#"), { error: "gateway_url must have no query" })
    .transform((url) => (url.endsWith("/") ? url : `${url}/`)),
  pid: notBlank("pid"),
  key: notBlank("key"),
  /** alipay, wxpay, qqpay, usdt.trc20 …; empty: the gateway shows its own cashier. */
  type: z.string().trim().max(40).default(""),
  mode: z.enum(["page", "form", "api"]).default("page"),
  currency: z
    .string()
    .regex(/^[A-Z]{3,5}$/, "currency must be a code like CNY")
    .default("CNY"),
  confirm_by_query: z.boolean().default(true),
});

export type EpaySettings = z.output<typeof epaySettings>;

const maxNameBytes = 120;

/** Gateways cut the name at 127 bytes, some in the middle of a character; the signature would then cover another text. */
function shortName(title: string): string {
  let name = "";
  let bytes = 0;
  for (const character of title.replaceAll(/[\u0000-\u001f]/g, " ")) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxNameBytes) break;
    name += character;
  }
  return name.trim() || "Order";
}

function signedFields(
  settings: EpaySettings,
  request: CreateRequest,
  extra: Record<string, string>,
): Record<string, string> {
  const fields = {
    pid: settings.pid,
    ...(settings.type ? { type: settings.type } : {}),
    out_trade_no: request.paymentNo,
    notify_url: request.notifyUrl,
    return_url: request.returnUrl,
    name: shortName(request.title),
    money: formatMoney(request.amountCents),
    ...extra,
  };
  return { ...fields, sign: signMd5(new Map(Object.entries(fields)), settings.key), sign_type: "MD5" };
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

async function createByApi(settings: EpaySettings, request: CreateRequest): Promise<PaymentStart> {
  const answer = await callGatewayJson({
    label: "epay.create",
    url: `${settings.gateway_url}mapi.php`,
    form: signedFields(settings, request, { clientip: request.clientIp, device: "pc" }),
  });
  if (text(answer.code) !== "1") throw new GatewayError("The gateway refused to create the payment");
  const payUrl = text(answer.payurl);
  const qrCode = text(answer.qrcode);
  if (payUrl && !/^https?:\/\//.test(payUrl))
    throw new GatewayError("The gateway's payment link is not a web address");
  if (!payUrl && !qrCode) throw new GatewayError("The gateway's answer has neither a link nor a code");
  return { payUrl: payUrl || null, qrCode: qrCode || null, form: null };
}

async function create(settings: EpaySettings, request: CreateRequest): Promise<PaymentStart> {
  if (settings.mode === "api") return createByApi(settings, request);
  const fields = signedFields(settings, request, {});
  const action = `${settings.gateway_url}submit.php`;
  return settings.mode === "form"
    ? { payUrl: null, qrCode: null, form: { action, method: "POST", fields } }
    : { payUrl: `${action}?${new URLSearchParams(fields)}`, qrCode: null, form: null };
}

type Reading = { ok: true; notice: Omit<Notice, "isPaid" | "status"> } | Extract<Verification, { ok: false }>;

function readNotice(settings: EpaySettings, fields: Parameters): Reading {
  const [pid, paymentNo, tradeNo, money] = ["pid", "out_trade_no", "trade_no", "money"].map(
    (key) => fields.get(key) ?? "",
  );
  if (!pid || !paymentNo || !tradeNo || !money)
    return { ok: false, reason: "missing_field", claimedPaymentNo: paymentNo };
  if (!paymentNoPattern.test(paymentNo)) return { ok: false, reason: "payment_no_format" };
  if (!tradeNoPattern.test(tradeNo))
    return { ok: false, reason: "trade_no_format", claimedPaymentNo: paymentNo };
  const amountCents = parseMoney(money);
  if (amountCents === undefined) return { ok: false, reason: "amount_format", claimedPaymentNo: paymentNo };
  if (pid !== settings.pid) return { ok: false, reason: "merchant", claimedPaymentNo: paymentNo };
  return {
    ok: true,
    notice: { paymentNo, tradeNo, amountCents, currency: settings.currency, merchant: pid },
  };
}

function verify(settings: EpaySettings, message: NotificationMessage): Verification {
  const read = readParameters(message);
  if (!read.ok) return read;
  const { fields } = read;
  const claimed = fields.get("out_trade_no") ?? "";
  const claimedPaymentNo = paymentNoPattern.test(claimed) ? claimed : undefined;
  // What this account signs with is our setting: a sender cannot choose another way. BEpusdt leaves the field out.
  const signType = fields.get("sign_type");
  if (signType !== undefined && signType !== "MD5")
    return { ok: false, reason: "sign_type", claimedPaymentNo };
  if (!isSignedMd5(fields, settings.key)) return { ok: false, reason: "signature", claimedPaymentNo };
  const reading = readNotice(settings, fields);
  if (!reading.ok) return reading;
  const status = fields.get("trade_status") ?? "";
  return { ok: true, notice: { ...reading.notice, status, isPaid: status === "TRADE_SUCCESS" } };
}

async function query(settings: EpaySettings, paymentNo: string): Promise<QueryResult> {
  const parameters = new URLSearchParams({
    act: "order",
    pid: settings.pid,
    key: settings.key,
    out_trade_no: paymentNo,
  });
  const answer = await callGatewayJson({
    label: "epay.query",
    url: `${settings.gateway_url}api.php?${parameters}`,
  });
  if (text(answer.code) !== "1") return { state: "unknown" };
  if (text(answer.status) !== "1") return { state: "unpaid" };
  const fields = new Map(
    ["trade_no", "out_trade_no", "money"].map((key) => [key, text(answer[key])] as const),
  );
  // Older gateways leave the merchant out: the call itself named it and proved it with the key.
  fields.set("pid", text(answer.pid) || settings.pid);
  const reading = readNotice(settings, fields);
  if (!reading.ok || reading.notice.paymentNo !== paymentNo)
    throw new GatewayError("The gateway's answer is about another payment or is incomplete");
  return { state: "paid", notice: { ...reading.notice, status: "1", isPaid: true } };
}

/** `act=query` shows the merchant's account to whoever holds its key. Its answer repeats the key, so only its verdict goes on. */
async function probe(settings: EpaySettings): Promise<{ passed: boolean; message: string }> {
  const parameters = new URLSearchParams({ act: "query", pid: settings.pid, key: settings.key });
  const answer = await callGatewayJson({
    label: "epay.probe",
    url: `${settings.gateway_url}api.php?${parameters}`,
  });
  if (text(answer.code) === "1")
    return { passed: true, message: `The gateway knows merchant ${settings.pid}` };
  const said = text(answer.msg).replaceAll(settings.key, "…").slice(0, 200);
  return {
    passed: false,
    message: `The gateway does not accept this merchant and key${said ? `: ${said}` : ""}`,
  };
}

export function connectEpay(settings: EpaySettings): GatewayAccount {
  return {
    currency: settings.currency,
    createsOffline: settings.mode !== "api",
    create: (request) => create(settings, request),
    verify: (message) => verify(settings, message),
    query: (paymentNo) => query(settings, paymentNo),
    probe: () => probe(settings),
    confirmsByQuery: settings.confirm_by_query,
  };
}

const plain = (status: number, body: string) => ({ status, contentType: "text/plain; charset=utf-8", body });

/** What every EPay-like protocol answers. */
export const epayAnswers: Pick<PaymentProvider, "ack" | "nack" | "redact" | "isWeak"> = {
  isWeak: true,
  ack: plain(200, "success"),
  nack: (fault) => plain(fault === "ours" ? 500 : 400, "fail"),
  redact: redactParameters,
};

/** EPay v1: GET notifications signed with MD5. Also BEpusdt and others in their EPay mode. */
export const epay: PaymentProvider = {
  ...epayAnswers,
  code: "epay",
  name: "EPay (MD5)",
  settings: epaySettings,
  fields: [
    {
      key: "gateway_url",
      label: "Gateway address",
      kind: "url",
      required: true,
      hint: "https://pay.example.com/ (the folder that holds submit.php)",
    },
    { key: "pid", label: "Merchant id (pid)", kind: "text", required: true },
    { key: "key", label: "Merchant key", kind: "secret", required: true },
    {
      key: "type",
      label: "Payment type",
      kind: "text",
      required: false,
      hint: "alipay, wxpay, usdt.trc20 … Empty: the gateway's own cashier",
    },
    {
      key: "mode",
      label: "How the buyer gets there",
      kind: "select",
      required: false,
      options: ["page", "form", "api"],
    },
    { key: "currency", label: "Currency the gateway counts in", kind: "text", required: false, hint: "CNY" },
    { key: "confirm_by_query", label: "Ask the gateway before delivering", kind: "switch", required: false },
  ],
  connect: (settings) => connectEpay(epaySettings.parse(settings)),
  interaction: (settings) =>
    (({ page: "redirect", form: "form", api: "qr" }) as const)[epaySettings.parse(settings).mode],
};

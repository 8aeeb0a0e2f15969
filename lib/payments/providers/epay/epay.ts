import { z } from "zod";
import { pageSlice } from "../../../core/paging";
import { foreignWords } from "../../../core/refusals/noted";
import { problem } from "../../../core/refusals/refusal";
import type { BuyerDevice } from "../../buyer-device";
import { callGatewayJson, GatewayError } from "../../gateway-request";
import type {
  CreateRequest,
  Explanation,
  GatewayAccount,
  GatewayTrade,
  NotificationMessage,
  PaymentProvider,
  PaymentStart,
  Probed,
  QueryResult,
  Verification,
} from "../../provider";
import { legible } from "../form-fields";
import { plainAnswer, plainFail } from "../gateway-answers";
import { readNo } from "../said-no";
import { currencyCode, gatewayFields, gatewayUrl, notBlank } from "../setting-pieces";
import {
  claimedPaymentNo,
  failureOf,
  isAmbiguous,
  readNotification,
  readPaymentFields,
  requestFields,
  textOf,
} from "./epay-message";
import { readParameters, redactParameters } from "./epay-parameters";
import { canonicalString, isSignedMd5, signMd5 } from "./epay-signature";

export const epaySettings = z.object({
  gateway_url: gatewayUrl,
  pid: notBlank,
  key: notBlank,
  /** alipay, wxpay, qqpay, usdt.trc20 …; empty: the gateway shows its own cashier. */
  type: z.string().trim().max(40).default(""),
  mode: z.enum(["page", "form", "api"]).default("page"),
  currency: currencyCode("CNY"),
  confirm_by_query: z.boolean().default(true),
});

export type EpaySettings = z.output<typeof epaySettings>;

function signedFields(
  settings: EpaySettings,
  request: CreateRequest,
  extra: Record<string, string>,
): Record<string, string> {
  const fields = { ...requestFields(settings, request), ...extra };
  return { ...fields, sign: signMd5(new Map(Object.entries(fields)), settings.key), sign_type: "MD5" };
}

async function askApi(settings: EpaySettings, request: CreateRequest, device: BuyerDevice | "jump") {
  const answer = await callGatewayJson({
    label: "epay.create",
    url: `${settings.gateway_url}mapi.php`,
    form: signedFields(settings, request, { clientip: request.clientIp, device }),
  });
  if (textOf(answer.code) !== "1") throw new GatewayError(problem("gateway_refused_payment"));
  return answer;
}

async function createByApi(settings: EpaySettings, request: CreateRequest): Promise<PaymentStart> {
  let answer = await askApi(settings, request, request.device);
  // For some phones there is only an address of an app (`urlscheme`): the gateway's own page opens it.
  if (!textOf(answer.payurl) && !textOf(answer.qrcode) && textOf(answer.urlscheme))
    answer = await askApi(settings, request, "jump");
  const payUrl = textOf(answer.payurl);
  const qrCode = textOf(answer.qrcode);
  if (payUrl && !/^https?:\/\//.test(payUrl)) throw new GatewayError(problem("gateway_link_no_address"));
  if (!payUrl && !qrCode) throw new GatewayError(problem("gateway_answer_no_link"));
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

function verify(settings: EpaySettings, message: NotificationMessage): Verification {
  const read = readParameters(message);
  if (!read.ok) return read;
  const { fields } = read;
  const about = { claimedPaymentNo: claimedPaymentNo(fields) };
  // The way of signing is our setting: a sender cannot choose another one. BEpusdt leaves the field out.
  const signType = fields.get("sign_type");
  if (signType !== undefined && signType !== "MD5") return { ok: false, reason: "sign_type", ...about };
  if (isAmbiguous(fields)) return { ok: false, reason: "malformed", ...about };
  if (!isSignedMd5(fields, settings.key)) return { ok: false, reason: "signature", ...about };
  return readNotification(settings, fields);
}

function explain(message: NotificationMessage): Explanation | null {
  const read = readParameters(message);
  if (!read.ok) return null;
  return {
    signedText: legible(canonicalString(read.fields)),
    signature: read.fields.get("sign") ?? null,
    suggestion: null,
  };
}

async function query(settings: EpaySettings, paymentNo: string): Promise<QueryResult> {
  const parameters = new URLSearchParams({
    act: "order",
    pid: settings.pid,
    key: settings.key,
    out_trade_no: paymentNo,
  });
  // The probe, which asks about merchant and key alone, decides unclear answers.
  const no = ({ code, msg }: Record<string, unknown>) =>
    textOf(code) === "1" ? null : readNo(textOf(msg), { secret: settings.key, unclear: "refused" });
  const answer = await callGatewayJson({
    label: "epay.query",
    url: `${settings.gateway_url}api.php?${parameters}`,
    isRefused: (said) => no(said)?.state === "refused",
  });
  const said = no(answer);
  if (said) return said;
  if (textOf(answer.status) !== "1") {
    // Most gateways tell only paid or not; some add the word of their notifications.
    const failure = failureOf(textOf(answer.trade_status));
    return failure ? { state: "failed", failure } : { state: "unpaid" };
  }
  const fields = new Map(
    ["trade_no", "out_trade_no", "money"].map((key) => [key, textOf(answer[key])] as const),
  );
  // Older gateways leave the merchant out: the call itself named it and proved it with the key.
  fields.set("pid", textOf(answer.pid) || settings.pid);
  const reading = readPaymentFields(settings, fields);
  if (!reading.ok || reading.notification.paymentNo !== paymentNo)
    throw new GatewayError(problem("gateway_answer_unfit"));
  return { state: "paid", notification: { ...reading.notification, status: "1", isPaid: true } };
}

const tradesOfPage = 50;

/** Some gateways page by number, some by offset: each gets what it knows. */
async function listTrades(settings: EpaySettings, page: number): Promise<GatewayTrade[]> {
  const parameters = new URLSearchParams({
    act: "orders",
    pid: settings.pid,
    key: settings.key,
    limit: String(tradesOfPage),
    page: String(page),
    offset: String(pageSlice({ page, per_page: tradesOfPage }).skip),
  });
  const answer = await callGatewayJson({
    label: "epay.list",
    url: `${settings.gateway_url}api.php?${parameters}`,
  });
  if (textOf(answer.code) !== "1" || !Array.isArray(answer.data))
    throw new GatewayError(problem("gateway_lists_no_trades"));
  return answer.data
    .filter((row): row is Record<string, unknown> => typeof row === "object" && row !== null)
    .map((row) => ({
      paymentNo: textOf(row.out_trade_no),
      tradeNo: textOf(row.trade_no),
      isPaid: textOf(row.status) === "1",
      money: textOf(row.money),
      begunAt: textOf(row.addtime),
    }));
}

/** `act=query` returns the merchant's account for its key. The answer repeats the key, so only the verdict is used. */
async function probe(settings: EpaySettings): Promise<Probed> {
  const parameters = new URLSearchParams({ act: "query", pid: settings.pid, key: settings.key });
  const answer = await callGatewayJson({
    label: "epay.probe",
    url: `${settings.gateway_url}api.php?${parameters}`,
  });
  if (textOf(answer.code) === "1")
    return { passed: true, told: problem("gateway_knows_merchant", { merchant: settings.pid }) };
  const said = textOf(answer.msg).replaceAll(settings.key, "…").slice(0, 200);
  return {
    passed: false,
    told: said
      ? problem("gateway_refuses_merchant_saying", { reason: foreignWords(said) })
      : problem("gateway_refuses_merchant"),
  };
}

export function connectEpay(settings: EpaySettings): GatewayAccount {
  return {
    currency: settings.currency,
    createsOffline: settings.mode !== "api",
    create: (request) => create(settings, request),
    verify: (message) => verify(settings, message),
    query: ({ paymentNo }) => query(settings, paymentNo),
    listTrades: (page) => listTrades(settings, page),
    probe: () => probe(settings),
    explain,
    confirmsByQuery: settings.confirm_by_query,
  };
}

/** Answers of every EPay-like protocol. */
export const epayAnswers: Pick<PaymentProvider, "ack" | "nack" | "redact" | "isWeak"> = {
  isWeak: true,
  ack: plainAnswer(200, "success"),
  nack: plainFail,
  redact: redactParameters,
};

/** EPay v1: GET notifications signed with MD5. Also BEpusdt and others in their EPay mode. */
export const epay: PaymentProvider = {
  ...epayAnswers,
  code: "epay",
  name: "EPay (MD5)",
  settings: epaySettings,
  fields: [
    { ...gatewayFields.gateway_url, hint: "https://pay.example.com/ (the folder that holds submit.php)" },
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
    gatewayFields.currency,
    gatewayFields.confirm_by_query,
  ],
  connect: (settings) => connectEpay(epaySettings.parse(settings)),
  interaction: (settings) =>
    (({ page: "redirect", form: "form", api: "qr" }) as const)[epaySettings.parse(settings).mode],
};

import { now } from "../../../core/clock";
import { randomCode } from "../../../core/ids";
import { formatMoney } from "../../../core/money";
import { problem } from "../../../core/refusals/refusal";
import { memberOf } from "../../../core/shapes/records";
import { callGatewayJson, type GatewayCall, GatewayError } from "../../gateway-request";
import type { CreateRequest, PaymentKey, PaymentStart, QueryResult } from "../../provider";
import { isTradeNo } from "../number-formats";
import { plainTitle } from "../plain-title";
import { readNo } from "../said-no";
import { shortAmount } from "../sorted-md5";
import type { Placeholder } from "./declaration";
import { amountOf } from "./described-message";
import type { DescribedAccount } from "./described-settings";
import { signFields } from "./recipe";

type Values = Partial<Record<Placeholder, string>>;

const fill = (template: string, values: Values): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, word: string) => String(memberOf(values, word) ?? ""));

const commonValues = ({ settings }: DescribedAccount): Values => ({
  merchant: settings.merchant,
  type: settings.type,
  currency: settings.currency,
  time: String(Math.floor(now().getTime() / 1000)),
  nonce: randomCode(20),
});

function signedFields(
  account: DescribedAccount,
  fields: Readonly<Record<string, string>>,
  values: Values,
): Record<string, string> {
  const filled = Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, fill(text, values)]));
  const recipe = account.declaration.signature;
  return { ...filled, [recipe.field]: signFields(recipe, new Map(Object.entries(filled)), account.keys) };
}

/** The member at `a.b` of an answer, as text; undefined where there is none. */
export function memberAt(answer: unknown, place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  let value = answer;
  for (const key of place.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = memberOf(value, key);
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

interface Call {
  path: string;
  method: "GET" | "POST";
  encoding: "form" | "json";
}

function ask(
  account: DescribedAccount,
  label: string,
  { path, method, encoding }: Call,
  { fields, isRefused }: { fields: Record<string, string>; isRefused?: GatewayCall["isRefused"] },
) {
  const url = `${account.settings.gateway_url}${path}`;
  const judged = { label, ...(isRefused ? { isRefused } : {}) };
  if (method === "GET") return callGatewayJson({ ...judged, url: `${url}?${new URLSearchParams(fields)}` });
  return callGatewayJson({ ...judged, url, ...(encoding === "json" ? { json: fields } : { form: fields }) });
}

export async function createDescribed(
  account: DescribedAccount,
  request: CreateRequest,
): Promise<PaymentStart> {
  const { create } = account.declaration;
  const fields = signedFields(account, create.fields, {
    ...commonValues(account),
    payment_no: request.paymentNo,
    amount: formatMoney(request.amountCents),
    amount_short: shortAmount(formatMoney(request.amountCents)),
    amount_minor: String(request.amountCents),
    title: plainTitle(request.title, 120),
    notify_url: request.notifyUrl,
    return_url: request.returnUrl,
    client_ip: request.clientIp,
  });
  const action = `${account.settings.gateway_url}${create.path}`;
  if (create.by === "browser")
    return create.method === "GET"
      ? { payUrl: `${action}?${new URLSearchParams(fields)}`, qrCode: null, form: null }
      : { payUrl: null, qrCode: null, form: { action, method: "POST", fields } };
  const answer = await ask(account, "described.create", create, { fields });
  const { success, pay_url, qr_code, reference } = create.answer ?? {};
  if (success && memberAt(answer, success.at) !== success.is)
    throw new GatewayError(problem("gateway_refused_payment"));
  const payUrl = memberAt(answer, pay_url) || null;
  const qrCode = memberAt(answer, qr_code) || null;
  if (payUrl && !/^https?:\/\//.test(payUrl)) throw new GatewayError(problem("gateway_link_no_address"));
  if (!payUrl && !qrCode) throw new GatewayError(problem("gateway_answer_no_link"));
  const known = memberAt(answer, reference);
  return { payUrl, qrCode, form: null, ...(known ? { reference: known.slice(0, 200) } : {}) };
}

/** Where most gateways say why not. */
const wordsOf = (answer: unknown): string =>
  ["msg", "message", "error", "errmsg", "return_msg"]
    .map((member) => memberAt(answer, member))
    .find((words) => words) ?? "";

/** The question is signed, the answer counts because it comes from the configured address. */
export async function queryDescribed(account: DescribedAccount, payment: PaymentKey): Promise<QueryResult> {
  const { query, notification } = account.declaration;
  if (!query) return { state: "unknown" };
  const fields = signedFields(account, query.fields, {
    ...commonValues(account),
    payment_no: payment.paymentNo,
    reference: payment.reference ?? "",
  });
  const no = (answer: Record<string, unknown>) =>
    query.success && memberAt(answer, query.success.at) !== query.success.is
      ? readNo(wordsOf(answer), { secret: account.settings.key, unclear: "unknown" })
      : null;
  const answer = await ask(account, "described.query", query, {
    fields,
    isRefused: (said) => no(said)?.state === "refused",
  });
  const said = no(answer);
  if (said) return said;
  const named = memberAt(answer, query.payment_no);
  const status = memberAt(answer, query.status);
  if (status === undefined || (query.payment_no && named !== payment.paymentNo))
    throw new GatewayError(problem("gateway_answer_unfit"));
  if (query.over.includes(status)) return { state: "failed", failure: "left" };
  if (!query.paid.includes(status)) return { state: "unpaid" };
  const tradeNo = memberAt(answer, query.trade_no) ?? "";
  const told = memberAt(answer, query.amount);
  const amountCents = query.amount ? amountOf(told ?? "", notification.amount_in) : payment.amountCents;
  if (!isTradeNo(tradeNo) || amountCents === undefined)
    throw new GatewayError(problem("gateway_answer_unfit"));
  const { currency, merchant } = account.settings;
  return {
    state: "paid",
    notification: {
      paymentNo: payment.paymentNo,
      tradeNo,
      amountCents,
      currency,
      merchant,
      status,
      isPaid: true,
    },
  };
}

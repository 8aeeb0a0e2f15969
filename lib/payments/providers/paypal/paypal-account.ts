import { createHash } from "node:crypto";
import { z } from "zod";
import { now } from "../../../core/clock";
import type { Cents } from "../../../core/money";
import { formatMoney } from "../../../core/money";
import { problem } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { askGateway, GatewayError } from "../../gateway-request";
import { readAmount } from "../number-formats";
import { apiUrl, currencyCode, notBlank } from "../setting-pieces";

export const paypalSettings = z.object({
  client_id: notBlank,
  client_secret: notBlank,
  webhook_id: notBlank.max(100),
  currency: currencyCode("USD"),
  api_url: apiUrl("https://api-m.paypal.com/"),
});

export type PaypalSettings = z.output<typeof paypalSettings>;

/** PayPal takes no decimals of these, whatever ISO 4217 says. */
const withoutDecimals = new Set(["HUF", "JPY", "TWD"]);

export const paypalStep = (currency: string): Cents => (withoutDecimals.has(currency) ? 100n : 1n);

export const toPaypalAmount = (cents: Cents, currency: string) => ({
  currency_code: currency,
  value: withoutDecimals.has(currency) ? String(cents / 100n) : formatMoney(cents),
});

const amountSchema = z.object({
  currency_code: z.string().check(...shapedAs(/^[A-Z]{3}$/)),
  value: z.string(),
});

export function fromPaypalAmount(given: unknown): { amountCents: Cents; currency: string } | null {
  const parsed = amountSchema.safeParse(given);
  const amountCents = parsed.success ? readAmount(parsed.data.value) : undefined;
  return parsed.success && amountCents !== undefined
    ? { amountCents, currency: parsed.data.currency_code }
    : null;
}

const tokens = new Map<string, { token: string; endsAt: number }>();
const maxTokens = 20;
/** Before its end, so that no call sets out with a token that ends on the way. */
const spareSeconds = 120;

const tokenKey = ({ api_url, client_id, client_secret }: PaypalSettings): string =>
  createHash("sha256").update(`${api_url}\n${client_id}\n${client_secret}`).digest("hex");

async function fetchToken(settings: PaypalSettings): Promise<string> {
  const credentials = Buffer.from(`${settings.client_id}:${settings.client_secret}`).toString("base64");
  const { status, text } = await askGateway({
    label: "paypal.token",
    url: `${settings.api_url}v1/oauth2/token`,
    method: "POST",
    headers: {
      accept: "application/json",
      authorization: `Basic ${credentials}`,
      "content-type": "application/x-www-form-urlencoded",
    },
    body: new TextEncoder().encode("grant_type=client_credentials"),
  });
  if (status === 401) throw new GatewayError(problem("paypal_refuses_client"));
  const answer = tokenSchema.safeParse(jsonOf(text));
  if (status !== 200 || !answer.success) throw new GatewayError(problem("paypal_answered_http", { status }));
  const { access_token: token, expires_in } = answer.data;
  if (tokens.size >= maxTokens) tokens.clear();
  tokens.set(tokenKey(settings), { token, endsAt: now().getTime() + (expires_in - spareSeconds) * 1000 });
  return token;
}

const tokenSchema = z.object({
  access_token: z.string().check(...shapedAs(/^[\x21-\x7e]+$/)),
  expires_in: z.number().positive(),
});

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function tokenOf(settings: PaypalSettings): Promise<string> {
  const known = tokens.get(tokenKey(settings));
  return known && known.endsAt > now().getTime() ? known.token : fetchToken(settings);
}

const refusalSchema = z.object({
  name: z.string().default(""),
  message: z.string().default(""),
  details: z
    .array(z.object({ issue: z.string().default(""), description: z.string().default("") }))
    .default([]),
});

export interface PaypalAnswer {
  status: number;
  value: unknown;
  /** Name of a refusal: `ORDER_NOT_APPROVED` for instance. */
  issue: string;
  /** PayPal's own sentence for a refusal. */
  message: string;
}

interface PaypalCall {
  path: string;
  /** A POST with this text. */
  body?: string;
  /** Asked again with the same id, PayPal answers with what it made the first time. */
  requestId?: string;
}

async function send(settings: PaypalSettings, label: string, call: PaypalCall, token: string) {
  const { path, body, requestId } = call;
  return askGateway({
    label,
    url: `${settings.api_url}${path}`,
    method: body === undefined ? "GET" : "POST",
    headers: {
      accept: "application/json",
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json", prefer: "return=representation" }),
      ...(requestId ? { "paypal-request-id": requestId } : {}),
    },
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  });
}

/** A first call may still be at work there, so it cannot be told yet what becomes of it. */
const undecided = new Set(["PREVIOUS_REQUEST_IN_PROGRESS", "DUPLICATE_REQUEST_ID"]);

/** A call of the API, whatever PayPal decides. @throws GatewayError when that is not known */
export async function askPaypal(
  settings: PaypalSettings,
  label: string,
  call: PaypalCall,
): Promise<PaypalAnswer> {
  let answer = await send(settings, label, call, await tokenOf(settings));
  // A token can be taken back before its end.
  if (answer.status === 401) answer = await send(settings, label, call, await fetchToken(settings));
  const { status, text } = answer;
  if (status === 401 || status === 429 || status >= 500)
    throw new GatewayError(problem("paypal_answered_http", { status }));
  const value = jsonOf(text);
  if (status >= 200 && status <= 299) return { status, value, issue: "", message: "" };
  const refusal = refusalSchema.safeParse(value);
  const { name, message, details } = refusal.success ? refusal.data : refusalSchema.parse({});
  const issue = details[0]?.issue || name;
  if (undecided.has(issue)) throw new GatewayError(problem("paypal_undecided", { issue }));
  const words = details[0]?.description || message || `HTTP ${status}`;
  return { status, value, issue, message: `${words} (${issue})`.slice(0, 300) };
}

export const isDone = ({ status }: PaypalAnswer): boolean => status >= 200 && status <= 299;

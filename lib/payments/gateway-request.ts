import { getConfig } from "../config/config";
import { log } from "../core/log";
import { metrics } from "../core/metrics";
import { type CallFailure, callOut, OutgoingError } from "../outgoing/outgoing-call";

/** The gateway could not be asked, or answered nothing usable. Holds no address: some gateways want their key in it. */
export class GatewayError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "GatewayError";
  }
}

const totalMs = 6_000;
const maxAnswerBytes = 64 * 1024;

export interface GatewayCall {
  url: string;
  /** Sent as a form, or as JSON; without either the call is a GET. */
  form?: Record<string, string>;
  json?: Record<string, string | number>;
  /** What the log calls it. */
  label: string;
}

/** The built-in test gateway is called at the shop's own address, which may be private. */
const isOwnAddress = (url: string): boolean =>
  URL.canParse(url) && new URL(url).origin === new URL(getConfig().server.baseUrl).origin;

const encode = (text: string) => new TextEncoder().encode(text);

function bodyOf({ form, json }: GatewayCall): { type: Record<string, string>; body?: Uint8Array } {
  if (form)
    return {
      type: { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body: encode(String(new URLSearchParams(form))),
    };
  return json
    ? { type: { "content-type": "application/json" }, body: encode(JSON.stringify(json)) }
    : { type: {} };
}

const failureTexts: Partial<Record<CallFailure, string>> = {
  timeout: "The gateway did not answer in time",
  too_large: "The gateway's answer is too long",
  private_address: "The gateway's address is private (payments.allow_private_networks)",
};

function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const text = error instanceof OutgoingError ? failureTexts[error.failure] : undefined;
  // The error's own message may hold the address; its cause says refused, reset, not found.
  return new GatewayError(text ?? "The gateway could not be reached", {
    cause: error instanceof Error ? error.cause : undefined,
  });
}

/** One call to a gateway: bounded in time and size, no redirect followed, never into a private network, answer as text. */
export async function callGateway(call: GatewayCall): Promise<string> {
  const started = performance.now();
  const { type, body } = bodyOf(call);
  try {
    const { status, text } = await callOut({
      url: call.url,
      method: body ? "POST" : "GET",
      headers: { accept: "application/json", "user-agent": "Keyshelf", ...type },
      ...(body ? { body } : {}),
      totalMs,
      maxBytes: maxAnswerBytes,
      overflow: "fail",
      anyPort: true,
      allowsPrivate: getConfig().payments.allowPrivateNetworks || isOwnAddress(call.url),
    });
    if (status < 200 || status > 299) throw new GatewayError(`The gateway answered with HTTP ${status}`);
    metrics.gatewayCalls.inc({ call: call.label, result: "done" });
    return text;
  } catch (error) {
    const failure = toGatewayError(error);
    metrics.gatewayCalls.inc({ call: call.label, result: "failed" });
    log.warn(
      { label: call.label, ms: Math.round(performance.now() - started), reason: failure.message },
      "gateway call failed",
    );
    throw failure;
  }
}

/** An answer that has to be a JSON object. */
export async function callGatewayJson(call: GatewayCall): Promise<Record<string, unknown>> {
  const text = await callGateway(call);
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new GatewayError("The gateway's answer is not JSON");
  }
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw new GatewayError("The gateway's answer is not an object");
  return answer as Record<string, unknown>;
}

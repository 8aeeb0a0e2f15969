import { getConfig } from "../config/config";
import { log } from "../core/process/log";
import { metrics } from "../core/process/metrics";
import { ProblemError, sayProblem } from "../core/refusals/noted";
import { type PlainProblem, type Problem, problem } from "../core/refusals/refusal";
import { isRecord } from "../core/shapes/records";
import { type CallFailure, callOut, type OutgoingAnswer, OutgoingError } from "../outgoing/outgoing-call";
import { StoppedSend } from "../outgoing/stop-sends";

/** The gateway could not be asked, or answered nothing usable. Holds no address: some gateways want their key in it. */
export class GatewayError extends ProblemError {
  /** Failure that is told to the creator of a payment. */
  readonly failure: "unreachable" | "bad_answer";

  constructor(reason: Problem, options: { cause?: unknown; failure?: GatewayError["failure"] } = {}) {
    super(reason, options);
    this.name = "GatewayError";
    this.failure = options.failure ?? "unreachable";
  }
}

const totalMs = 6_000;
const maxAnswerBytes = 64 * 1024;

export interface GatewayCall {
  url: string;
  /** Sent as a form, or as JSON; without either the call is a GET. */
  form?: Record<string, string>;
  json?: Record<string, string | number>;
  /** Name in the log. */
  label: string;
  /** Whether the answer says no to us, not to the payment: it counts as refused. */
  isRefused?: (answer: Record<string, unknown>) => boolean;
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

const failureRules: Partial<Record<CallFailure, PlainProblem>> = {
  timeout: "gateway_silent",
  too_large: "gateway_answer_too_long",
  private_address: "gateway_address_private",
};

function toGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  const rule = error instanceof OutgoingError ? failureRules[error.failure] : undefined;
  // The error's own message may hold the address; its cause says refused, reset, not found.
  return new GatewayError(problem(rule ?? "gateway_unreachable"), {
    cause: error instanceof Error ? error.cause : undefined,
  });
}

export interface GatewayRequest {
  label: string;
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: Uint8Array;
  isRefused?: (answer: OutgoingAnswer) => boolean;
}

/**
 * One call to a gateway, whatever it answers: bounded in time and size, no redirect followed, never into a private network.
 * @throws GatewayError when there is no answer
 */
export async function askGateway({ label, isRefused, ...request }: GatewayRequest): Promise<OutgoingAnswer> {
  const started = performance.now();
  const note = (result: "done" | "refused" | "failed", reason?: string) => {
    metrics.gatewayCalls.inc({ call: label, result });
    if (reason)
      log.warn({ label, ms: Math.round(performance.now() - started), reason }, "gateway call failed");
  };
  try {
    const answer = await callOut({
      ...request,
      headers: { "user-agent": "Keyshelf", ...request.headers },
      totalMs,
      maxBytes: maxAnswerBytes,
      overflow: "fail",
      anyPort: true,
      allowsPrivate: getConfig().payments.allowPrivateNetworks || isOwnAddress(request.url),
    });
    const isDone = answer.status >= 200 && answer.status <= 299;
    if (!isDone) note("failed", sayProblem(httpFailure(answer.status)));
    else if (isRefused?.(answer)) note("refused", sayProblem(problem("gateway_refused_call")));
    else note("done");
    return answer;
  } catch (error) {
    if (error instanceof StoppedSend) throw error;
    const failure = toGatewayError(error);
    note("failed", failure.message);
    throw failure;
  }
}

const httpFailure = (status: number) => problem("gateway_answered_http", { status });

function readObject(text: string): Record<string, unknown> | null {
  try {
    const answer: unknown = JSON.parse(text);
    return isRecord(answer) ? answer : null;
  } catch {
    return null;
  }
}

/** A call whose answer has to be a success, as text. */
export async function callGateway(call: GatewayCall): Promise<string> {
  const { type, body } = bodyOf(call);
  const { isRefused } = call;
  const { status, text } = await askGateway({
    label: call.label,
    url: call.url,
    method: body ? "POST" : "GET",
    headers: { accept: "application/json", ...type },
    ...(body ? { body } : {}),
    ...(isRefused
      ? {
          isRefused: (answer: OutgoingAnswer) => {
            const said = readObject(answer.text);
            return said !== null && isRefused(said);
          },
        }
      : {}),
  });
  if (status < 200 || status > 299) throw new GatewayError(httpFailure(status));
  return text;
}

/** The same for a library that brings its own client: what it asks for goes through the guard like every other call. */
export const guardedFetch =
  (label: string): typeof fetch =>
  async (target, init) => {
    const request = new Request(target, init);
    const body = request.body ? new Uint8Array(await request.arrayBuffer()) : undefined;
    const { status, header, bytes } = await askGateway({
      label,
      url: request.url,
      method: request.method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(request.headers),
      ...(body ? { body } : {}),
    });
    return new Response(bytes, { status, headers: { "content-type": header("content-type") ?? "" } });
  };

/** An answer that has to be a JSON object. */
export async function callGatewayJson(call: GatewayCall): Promise<Record<string, unknown>> {
  const answer = readObject(await callGateway(call));
  if (!answer) throw new GatewayError(problem("gateway_answer_no_object"), { failure: "bad_answer" });
  return answer;
}

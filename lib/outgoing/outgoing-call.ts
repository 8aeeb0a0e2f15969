import { request } from "undici";
import { getConfig } from "../config/config";
import { withoutMark } from "../core/formats/read-utf8";
import { codeOf } from "../core/process/thrown";
import { type SpanFacts, tracedCall } from "../core/process/trace";
import { ProblemError } from "../core/refusals/noted";
import { type PlainProblem, type Problem, problem } from "../core/refusals/refusal";
import { noteDate } from "./foreign-clocks";
import { agentFor, refuseInside } from "./guarded-agent";
import { checkTarget, targetRules } from "./public-address";
import { StoppedSend, sendsSignal } from "./stop-sends";

export type CallFailure = "private_address" | "dns" | "refused" | "timeout" | "tls" | "reset" | "too_large";

/** No answer came. Its problem names the cause for an operator and holds no secret. */
export class OutgoingError extends ProblemError {
  readonly failure: CallFailure;

  constructor(failure: CallFailure, cause: Problem, options?: ErrorOptions) {
    super(cause, options);
    this.name = "OutgoingError";
    this.failure = failure;
  }
}

export interface OutgoingCall {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: Uint8Array;
  totalMs: number;
  /** More than this of the answer is not read. */
  maxBytes: number;
  /** `cut` keeps what was read, `fail` throws. */
  overflow: "cut" | "fail";
  /** Whether it may lead to this machine or a private network. Default: `interconnect.allow_private_networks`. */
  allowsPrivate?: boolean;
  /** Default: those of http and https, 8080 and 8443 alone. */
  anyPort?: boolean;
  /** Set where the content must not be read on the way. */
  needsTls?: boolean;
}

export interface OutgoingAnswer {
  status: number;
  header: (name: string) => string | null;
  text: string;
  bytes: Uint8Array<ArrayBuffer>;
  latencyMs: number;
}

const failures: Record<string, CallFailure> = {
  EPRIVATE: "private_address",
  ENOTFOUND: "dns",
  EAI_AGAIN: "dns",
  ENODATA: "dns",
  ECONNREFUSED: "refused",
  EHOSTUNREACH: "refused",
  ENETUNREACH: "refused",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  UND_ERR_HEADERS_OVERFLOW: "too_large",
  EPROTO: "tls",
  ECONNRESET: "reset",
  EPIPE: "reset",
};

const failureRules: Record<CallFailure, PlainProblem> = {
  private_address: "leads_inside",
  dns: "host_not_known",
  refused: "connection_refused",
  timeout: "no_answer",
  tls: "tls_failed",
  reset: "connection_cut",
  too_large: "answer_too_large",
};

const fail = (failure: CallFailure, cause?: unknown) =>
  new OutgoingError(failure, problem(failureRules[failure]), { cause });

/** Problem that a call to another host met on the way; null: an answer came, or the error is of another kind. */
export function failureOf(error: unknown): OutgoingError | null {
  if (error instanceof OutgoingError) return error;
  const chain = [
    error,
    ...(error instanceof AggregateError ? error.errors : []),
    error instanceof Error ? error.cause : undefined,
  ];
  for (const link of chain) {
    if (!(link instanceof Error)) continue;
    if (link.message.startsWith("Proxy response")) return fail("refused", error);
    if (link.name === "TimeoutError" || link.name === "AbortError") return fail("timeout", error);
    const code = codeOf(link) ?? "";
    const known = failures[code];
    if (known) return fail(known, error);
    if (/^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/.test(code)) return fail("tls", error);
  }
  return null;
}

const toFailure = (error: unknown): OutgoingError => failureOf(error) ?? fail("reset", error);

/** One call to another site: private targets refused, no redirect followed, bounded in time and size. @throws OutgoingError */
export const callOut = (call: OutgoingCall): Promise<OutgoingAnswer> =>
  tracedCall(call.method, callFacts(call), async (span) => {
    const answer = await callGuarded(call);
    span?.note({ "http.response.status_code": answer.status });
    return answer;
  });

/** The host alone: the path of some addresses holds a token. */
function callFacts({ method, url }: OutgoingCall): SpanFacts {
  const host = URL.canParse(url) ? new URL(url).host : "";
  return { "http.request.method": method, "server.address": host };
}

async function callGuarded(call: OutgoingCall): Promise<OutgoingAnswer> {
  const { allowsPrivate = getConfig().interconnect.allowPrivateNetworks, anyPort, needsTls } = call;
  const target = checkTarget(call.url, allowsPrivate, {
    anyPort: anyPort ?? false,
    needsTls: needsTls ?? false,
  });
  if ("refusal" in target)
    throw new OutgoingError(
      "private_address",
      problem("address_refused", { problem: problem(targetRules[target.refusal]) }),
    );
  const started = performance.now();
  const sentMs = Date.now();
  try {
    if (!allowsPrivate) await refuseInside(new URL(target.url).hostname);
    const answer = await request(target.url, {
      dispatcher: agentFor(allowsPrivate),
      method: call.method,
      headers: call.headers,
      body: call.body ?? null,
      signal: AbortSignal.any([AbortSignal.timeout(call.totalMs), sendsSignal()]),
    });
    const header = (name: string) => {
      const value = answer.headers[name];
      return (Array.isArray(value) ? value[0] : value) ?? null;
    };
    noteDate(call.url, header("date"), { sentMs, readMs: Date.now() });
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size < call.maxBytes) continue;
        if (size > call.maxBytes && call.overflow === "fail") throw fail("too_large");
        answer.body.destroy();
        break;
      }
    } finally {
      // A destroyed body reports an abort of its own: ignored.
      answer.body.on("error", () => undefined);
    }
    const read = Buffer.concat(chunks).subarray(0, call.maxBytes);
    const bytes = Uint8Array.from(read);
    return {
      status: answer.statusCode,
      header,
      text: withoutMark(read.toString("utf8")),
      bytes,
      latencyMs: Math.round(performance.now() - started),
    };
  } catch (error) {
    throw error instanceof StoppedSend ? error : toFailure(error);
  }
}

/** How long the answer asks us to wait: seconds or a date, as HTTP allows. */
export function retryAfterSeconds(answer: OutgoingAnswer): number | null {
  const header = answer.header("retry-after");
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

import { z } from "zod";
import { newUuid } from "../../core/ids";
import { type Problem, problem } from "../../core/refusals/refusal";
import { toldOf } from "../../core/refusals/told";
import { OutgoingError } from "../../outgoing/outgoing-call";
import { signedHeaders } from "../signature";
import type { PingReport } from "./ping-schema";
import { postToReceiver } from "./post-to-receiver";
import type { callbackPing } from "./schema";

const limits = { totalMs: 10_000, maxBytes: 4_000 };
const shownCharacters = 500;

const pingBody = (id: string) =>
  JSON.stringify({
    event: "ping",
    upstream_order_no: "PING",
    downstream_order_no: "PING",
    fulfillment: { status: "pending" },
    timestamp: new Date().toISOString(),
    event_id: id,
  } satisfies z.input<typeof callbackPing>);

const envelope = z.object({ status_code: z.int() });

function codeOf(text: string): number | null {
  try {
    return envelope.parse(JSON.parse(text)).status_code;
  } catch {
    return null;
  }
}

export const isWebPage = (contentType: string | null, text: string): boolean =>
  /\bhtml\b/i.test(contentType ?? "") || /^\s*<(!doctype|html)\b/i.test(text);

interface Verdict {
  verdict: PingReport["verdict"];
  told: Problem;
}

function judge(status: number, contentType: string | null, text: string): Verdict {
  if (status >= 300 && status < 400)
    return {
      verdict: "redirect",
      told: problem("receiver_redirects", { status }),
    };
  if (isWebPage(contentType, text))
    return {
      verdict: "web_page",
      told: problem("receiver_is_web_page", { status }),
    };
  const code = codeOf(text);
  const isTaken = status >= 200 && status < 300;
  // Many frameworks send a refusal with HTTP 200: its code tells more.
  if (isTaken && (code === null || code < 4000))
    return { verdict: "ok", told: problem("receiver_answered_ping") };
  if (status === 403 || code === 4003)
    return {
      verdict: "refused",
      told: problem("receiver_refuses_signature"),
    };
  if (code === 4001 || code === 4004) return { verdict: "no_ping", told: problem("receiver_knows_no_pings") };
  return { verdict: "refused", told: problem("receiver_answered_http", { status }) };
}

/** One signed callback that is about no order. Never throws for anything the network or the receiver does. */
export async function pingReceiver(
  url: string,
  credentials: { key: string; secret: string },
): Promise<PingReport> {
  const eventId = `PING-${newUuid()}`;
  const body = new TextEncoder().encode(pingBody(eventId));
  const headers = signedHeaders(credentials, body, new Date());
  try {
    const answer = await postToReceiver(url, { key: credentials.key, headers, eventId, body }, limits);
    const { verdict, told } = judge(answer.status, answer.header("content-type"), answer.text);
    return {
      verdict,
      ...toldOf("message", told),
      http_status: answer.status,
      latency_ms: answer.latencyMs,
      answer: answer.text.replaceAll("\u0000", "").slice(0, shownCharacters),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return {
      verdict: "unreachable",
      ...toldOf("message", error.problem),
      http_status: null,
      latency_ms: null,
      answer: null,
    };
  }
}

/** Tells a receiver: a server that checks signatures at this address. */
export const isReceiver = ({ verdict }: Pick<PingReport, "verdict">): boolean =>
  verdict === "ok" || verdict === "no_ping";

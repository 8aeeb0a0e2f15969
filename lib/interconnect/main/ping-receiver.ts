import { z } from "zod";
import { OutgoingError } from "../../outgoing/outgoing-call";
import { signedHeaders } from "../signature";
import { postToReceiver } from "./post-to-receiver";
import type { PingReport } from "./schema";

const limits = { totalMs: 10_000, maxBytes: 4_000 };
const shownCharacters = 500;

/** The five members of every callback: a receiver that knows no ping reads it, and does not know the order. */
const pingBody = () =>
  JSON.stringify({
    event: "ping",
    upstream_order_no: "PING",
    downstream_order_no: "PING",
    fulfillment: { status: "pending" },
    timestamp: new Date().toISOString(),
  });

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

type Verdict = Pick<PingReport, "verdict" | "message">;

function judge(status: number, contentType: string | null, text: string): Verdict {
  if (status >= 300 && status < 400)
    return {
      verdict: "redirect",
      message: `The address redirects (HTTP ${status}): enter where it leads to`,
    };
  if (isWebPage(contentType, text))
    return {
      verdict: "web_page",
      message: `A web page answered (HTTP ${status}): this is not the address for callbacks`,
    };
  const code = codeOf(text);
  if (status >= 200 && status < 300) return { verdict: "ok", message: "The receiver answered the ping" };
  if (status === 403 || code === 4003)
    return {
      verdict: "refused",
      message: "The receiver refuses the signature: it has another key or secret, or its clock is off",
    };
  if (code === 4001 || code === 4004)
    return { verdict: "no_ping", message: "The receiver checks signatures, and does not know pings" };
  return { verdict: "refused", message: `The receiver answered HTTP ${status}` };
}

/** One signed callback that is about no order. Never throws for anything the network or the receiver does. */
export async function pingReceiver(
  url: string,
  credentials: { key: string; secret: string },
): Promise<PingReport> {
  const body = new TextEncoder().encode(pingBody());
  const headers = signedHeaders(credentials, body, new Date());
  try {
    const answer = await postToReceiver(url, { key: credentials.key, headers, body }, limits);
    return {
      ...judge(answer.status, answer.header("content-type"), answer.text),
      http_status: answer.status,
      latency_ms: answer.latencyMs,
      answer: answer.text.replaceAll("\u0000", "").slice(0, shownCharacters),
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return {
      verdict: "unreachable",
      message: error.message,
      http_status: null,
      latency_ms: null,
      answer: null,
    };
  }
}

/** Tells a receiver: a server that checks signatures at this address. */
export const isReceiver = ({ verdict }: PingReport): boolean => verdict === "ok" || verdict === "no_ping";

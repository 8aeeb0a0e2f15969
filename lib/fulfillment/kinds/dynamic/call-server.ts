import { Webhook } from "standardwebhooks";
import { now } from "../../../core/clock";
import { foreignJsonProblem } from "../../../core/formats/foreign-json";
import { foreignWords } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { callOut, OutgoingError } from "../../../outgoing/outgoing-call";
import { maxAnswerBytes } from "./schema";
import { readServerSecret } from "./server-secret";

interface Call {
  skuId: number;
  url: string;
  /** `webhook-id`. */
  id: string;
  body: string;
  totalMs: number;
}

/** Either what the server answered, or why it did not. `json` is absent from an answer that is no 2xx, and from a 202. */
export type Called = { latencyMs: number } & (
  | { status: number; text: string; json?: unknown }
  | { status: number | null; text: string; problem: Problem }
);

function readJson(text: string): { json: unknown } | { problem: Problem } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: problem("server_answer_no_json") };
  }
  const broken = foreignJsonProblem(json);
  return broken === null
    ? { json }
    : { problem: problem("server_answer_not_storable", { problem: foreignWords(broken) }) };
}

/** One call of the seller's server, signed by Standard Webhooks with the option's secret. */
export async function callServer({ skuId, url, id, body, totalMs }: Call): Promise<Called> {
  const secret = await readServerSecret(db(), skuId);
  const nothing = { status: null, text: "" };
  if (secret === null) return { ...nothing, latencyMs: 0, problem: problem("option_without_signing_secret") };
  const at = now();
  const started = performance.now();
  try {
    const { status, text, latencyMs } = await callOut({
      url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(id, at, body),
      },
      body: Buffer.from(body),
      totalMs,
      maxBytes: maxAnswerBytes,
      overflow: "cut",
    });
    const isRead = status >= 200 && status <= 299 && status !== 202;
    return { status, text, latencyMs, ...(isRead ? readJson(text) : {}) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { ...nothing, latencyMs: Math.round(performance.now() - started), problem: error.problem };
  }
}

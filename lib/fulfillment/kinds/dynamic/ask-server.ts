import { Webhook } from "standardwebhooks";
import { now } from "../../../core/clock";
import { foreignJsonProblem } from "../../../core/foreign-json";
import { db } from "../../../db/client";
import { callOut, OutgoingError } from "../../../outgoing/outgoing-call";
import { settingsOf } from "../../read-settings";
import { type DeliveryAnswer, deliveryAnswer, dynamicSettings, maxAnswerBytes } from "./schema";
import { readServerSecret } from "./server-secret";

const totalMs = 15_000;

/** What came of one attempt. `later` is a 202: the answer comes by a call of the server. */
export interface Asked {
  httpStatus: number | null;
  latencyMs: number;
  /** The beginning of what the server said. */
  text: string;
  outcome: { answer: DeliveryAnswer } | { problem: string } | "later";
}

const failed = (problem: string): Asked => ({
  httpStatus: null,
  latencyMs: 0,
  text: "",
  outcome: { problem },
});

function judge(status: number, text: string, publicId: string): Asked["outcome"] {
  if (status === 202) return "later";
  if (status < 200 || status > 299) return { problem: `The server answered ${status}` };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: "The answer is no JSON" };
  }
  const broken = foreignJsonProblem(json);
  if (broken !== null) return { problem: `The answer cannot be stored: ${broken}` };
  const parsed = deliveryAnswer.safeParse(json);
  if (!parsed.success) return { problem: "The answer is none of text, fields and refused" };
  if (parsed.data.request_id !== publicId) return { problem: "The answer is about another request" };
  return { answer: parsed.data };
}

/** One attempt: the same id and the same bytes each time, signed by Standard Webhooks. */
export async function askServer(request: { skuId: number; publicId: string; body: string }): Promise<Asked> {
  const { skuId, publicId, body } = request;
  const sku = await db().sku.findUnique({ where: { id: skuId }, select: { fulfillerSettings: true } });
  const settings = dynamicSettings.safeParse(settingsOf(sku?.fulfillerSettings, "dynamic"));
  if (!settings.success) return failed("The option names no server");
  const secret = await readServerSecret(db(), skuId);
  if (secret === null) return failed("The option has no signing secret yet");
  const at = now();
  const started = performance.now();
  try {
    const { status, text, latencyMs } = await callOut({
      url: settings.data.url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "webhook-id": publicId,
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign(publicId, at, body),
      },
      body: Buffer.from(body),
      totalMs,
      maxBytes: maxAnswerBytes,
      overflow: "cut",
    });
    return { httpStatus: status, latencyMs, text, outcome: judge(status, text, publicId) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { ...failed(error.message), latencyMs: Math.round(performance.now() - started) };
  }
}

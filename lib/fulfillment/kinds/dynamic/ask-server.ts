import { type Problem, problem } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { settingsOf } from "../../read-settings";
import { type Called, callServer } from "./call-server";
import { type DeliveryAnswer, deliveryAnswer, dynamicSettings } from "./schema";

const totalMs = 15_000;

/** Result of one attempt. `later` is a 202: the answer comes by a call of the server. */
export interface Asked {
  httpStatus: number | null;
  latencyMs: number;
  /** The beginning of what the server said. */
  text: string;
  outcome: { answer: DeliveryAnswer } | { problem: Problem } | "later";
}

function judge(called: Called, publicId: string): Asked["outcome"] {
  if ("problem" in called) return { problem: called.problem };
  if (called.status === 202) return "later";
  if (called.json === undefined) return { problem: problem("server_answered", { status: called.status }) };
  const parsed = deliveryAnswer.safeParse(called.json);
  if (!parsed.success) return { problem: problem("server_answer_unknown") };
  if (parsed.data.request_id !== publicId) return { problem: problem("server_answer_other_request") };
  return { answer: parsed.data };
}

/** One attempt: the same id and the same bytes each time. */
export async function askServer(request: { skuId: number; publicId: string; body: string }): Promise<Asked> {
  const { skuId, publicId: id, body } = request;
  const sku = await db().sku.findUnique({ where: { id: skuId }, select: { fulfillerSettings: true } });
  const settings = dynamicSettings.safeParse(settingsOf(sku?.fulfillerSettings, "dynamic"));
  if (!settings.success)
    return {
      httpStatus: null,
      latencyMs: 0,
      text: "",
      outcome: { problem: problem("option_without_server") },
    };
  const called = await callServer({ skuId, url: settings.data.url, id, body, totalMs });
  return {
    httpStatus: called.status,
    latencyMs: called.latencyMs,
    text: called.text,
    outcome: judge(called, id),
  };
}

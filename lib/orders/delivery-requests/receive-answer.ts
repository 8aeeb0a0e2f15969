import { Webhook } from "standardwebhooks";
import { now } from "../../core/clock";
import { constantTimeEqual } from "../../core/crypto";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import type { DeliveryAnswer } from "../../fulfillment/kinds/dynamic/schema";
import { readServerSecret } from "../../fulfillment/kinds/dynamic/server-secret";
import { takeAnswer } from "./take-answer";

const toleranceSeconds = 300;
const refused = () => new AppError("unauthorized", "delivery_answer_unsigned");

/**
 * An answer that the server sends later, signed by Standard Webhooks with the option's secret. A request that does not exist
 * and a wrong signature are refused alike. @throws AppError `unauthorized`, `state_conflict`
 */
export async function receiveAnswer(headers: Headers, rawBody: Uint8Array, answer: DeliveryAnswer) {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  const seconds = Number(timestamp);
  const isRecent = Math.abs(now().getTime() / 1000 - seconds) <= toleranceSeconds;
  if (!id || !/^\d{1,12}$/.test(timestamp) || !isRecent) throw refused();
  const request = await db().deliveryRequest.findUnique({
    where: { publicId: answer.request_id },
    select: { skuId: true },
  });
  const secret = request && (await readServerSecret(db(), request.skuId));
  if (!secret) throw refused();
  const text = Buffer.from(rawBody).toString("utf8");
  const expected = new Webhook(secret).sign(id, new Date(seconds * 1000), text);
  const given = (headers.get("webhook-signature") ?? "").split(" ");
  if (!given.some((signature) => constantTimeEqual(signature, expected))) throw refused();
  return takeAnswer(answer);
}

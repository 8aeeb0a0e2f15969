import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { problem, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { type ChannelField, type HttpMessage, type HttpProvider, isOk, postJson, urlText } from "../provider";

/** Where a program listens, and the secret that it proves our calls by. */
const signedFields: readonly ChannelField[] = [
  { key: "url", kind: "url", required: true },
  { key: "secret", kind: "secret", required: true },
];
const signedSettings = z.object({
  url: urlText,
  secret: z.string().check(...shapedAs(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, rule("webhook_secret"))),
});

/** A body with the headers of Standard Webhooks (https://www.standardwebhooks.com). */
function postSigned(
  { url = "", secret = "" }: Record<string, string>,
  body: unknown,
  { id, at }: { id: string; at: Date },
): HttpMessage {
  return postJson(url, body, {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, at, JSON.stringify(body)),
  });
}

/** Messages to the operator for any program that shows them to people. */
export const webhook: HttpProvider = {
  code: "webhook",
  fields: signedFields,
  settings: signedSettings,
  write: (settings, message, call) => {
    const { kind, at: timestamp, event: _, ...data } = message;
    return postSigned(settings, { type: `shop.${kind}`, timestamp, data }, call);
  },
  problem: (answer) => (isOk(answer) ? null : problem("receiver_answered", { status: answer.status })),
};

/** Events of the shop for programs that book them: one a message, under the id of the event. A test has no event. */
export const events: HttpProvider = {
  code: "events",
  fields: signedFields,
  settings: signedSettings,
  write: (settings, { kind, at: created_at, event }, { id, at }) => {
    const body = event ?? { id, type: kind, created_at, data: {} };
    return postSigned(settings, body, { id: body.id, at });
  },
  problem: (answer) => (isOk(answer) ? null : problem("receiver_answered", { status: answer.status })),
};

import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { type ChannelField, type HttpMessage, postJson } from "../provider";
import { urlText } from "../setting-texts";

/** Where a program listens, and the secret that it proves our calls by. */
export const signedFields: readonly ChannelField[] = [
  { key: "url", kind: "url", required: true },
  { key: "secret", kind: "secret", required: true },
];
export const signedSettings = z.object({
  url: urlText,
  secret: z.string().check(...shapedAs(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, rule("webhook_secret"))),
});

/** A body with the headers of Standard Webhooks (https://www.standardwebhooks.com). */
export function postSigned(
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

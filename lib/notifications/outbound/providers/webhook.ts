import { Webhook } from "standardwebhooks";
import { z } from "zod";
import { problem, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { type HttpProvider, isOk, postJson } from "../provider";
import { urlText } from "../setting-texts";

/** Any program, by the headers of Standard Webhooks (https://www.standardwebhooks.com). */
export const webhook: HttpProvider = {
  code: "webhook",
  fields: [
    { key: "url", kind: "url", required: true },
    { key: "secret", kind: "secret", required: true },
  ],
  settings: z.object({
    url: urlText,
    secret: z.string().check(...shapedAs(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, rule("webhook_secret"))),
  }),
  write: ({ url = "", secret = "" }, message, { id, at }) => {
    const { kind, at: timestamp, ...data } = message;
    const body = { type: `shop.${kind}`, timestamp, data };
    const text = JSON.stringify(body);
    return postJson(url, body, {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
      "webhook-signature": new Webhook(secret).sign(id, at, text),
    });
  },
  problem: (answer) => (isOk(answer) ? null : problem("receiver_answered", { status: answer.status })),
};

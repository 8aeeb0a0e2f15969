import { z } from "zod";
import { problem, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { bodyLines, cutBytes, messageLimits, type OperatorMessage } from "../message";
import { type HttpProvider, isOk, memberOf, postJson, urlText, wordsOr } from "../provider";

const { bytes, envelope } = messageLimits.bark;
const longestTitle = 400;

/** As Bark's server writes a text for Apple: Go escapes these, too. */
const sizeOf = (text: string) =>
  Buffer.byteLength(JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, "\\u0000"));

function textsOf(message: OperatorMessage, shop: string) {
  const title = cutBytes(message.title, longestTitle, sizeOf);
  const group = cutBytes(shop, longestTitle, sizeOf);
  const room = bytes - envelope - sizeOf(title) - sizeOf(group) - sizeOf(message.url);
  return { title, body: cutBytes(bodyLines(message).join("\n"), room, sizeOf), url: message.url, group };
}

/** Bark for iPhones, on its own server or another: https://bark.day.app/#/tutorial */
export const bark: HttpProvider = {
  code: "bark",
  fields: [
    { key: "device_key", kind: "secret", required: true },
    { key: "api_url", kind: "url", required: true, default: "https://api.day.app" },
  ],
  settings: z.object({
    device_key: z.string().check(...shapedAs(/^[A-Za-z0-9_-]{6,100}$/, rule("bark_key"))),
    api_url: urlText,
  }),
  write: ({ device_key, api_url }, message, { shop }) =>
    postJson(`${api_url}/push`, {
      device_key,
      ...textsOf(message, shop),
    }),
  problem: (answer) =>
    isOk(answer) && memberOf(answer, "code") === 200
      ? null
      : wordsOr(memberOf(answer, "message"), problem("bark_answered", { status: answer.status })),
};

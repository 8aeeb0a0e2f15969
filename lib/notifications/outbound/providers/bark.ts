import { z } from "zod";
import { rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { bodyLines, cutTo } from "../message";
import { type HttpProvider, isOk, memberOf, postJson } from "../provider";
import { settingText, urlText } from "../setting-texts";

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
      title: cutTo(message.title, 200),
      body: cutTo(bodyLines(message).join("\n"), 1500),
      url: message.url,
      group: shop,
    }),
  problem: (answer) =>
    isOk(answer) && memberOf(answer, "code") === 200
      ? null
      : settingText(memberOf(answer, "message")) || `Bark answered ${answer.status}`,
};

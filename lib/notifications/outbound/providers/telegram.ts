import { z } from "zod";
import { problem, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { bodyLines, cutTo, messageLimits } from "../message";
import { type HttpProvider, isOk, memberOf, postJson, urlText, wordsOr } from "../provider";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character] ?? character);

const longestTitle = 300;

/** https://core.telegram.org/bots/api#sendmessage */
export const telegram: HttpProvider = {
  code: "telegram",
  fields: [
    { key: "bot_token", kind: "secret", required: true },
    { key: "chat_id", kind: "text", required: true },
    { key: "api_url", kind: "url", required: true, default: "https://api.telegram.org" },
  ],
  settings: z.object({
    bot_token: z.string().check(...shapedAs(/^\d{3,20}:[A-Za-z0-9_-]{20,100}$/, rule("telegram_token"))),
    chat_id: z.string().check(...shapedAs(/^(-?\d{1,20}|@[A-Za-z0-9_]{3,64})$/, rule("telegram_chat"))),
    api_url: urlText,
  }),
  write: ({ bot_token, chat_id, api_url }, message) => {
    const title = cutTo(message.title, longestTitle);
    const room = messageLimits.telegram.characters - title.length - message.url.length - 2;
    const text = cutTo(bodyLines(message).join("\n"), room);
    return postJson(`${api_url}/bot${bot_token}/sendMessage`, {
      chat_id,
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
      text: `<b>${escapeHtml(title)}</b>\n${escapeHtml(text)}\n${escapeHtml(message.url)}`,
    });
  },
  problem: (answer) =>
    isOk(answer) && memberOf(answer, "ok") === true
      ? null
      : wordsOr(memberOf(answer, "description"), problem("telegram_answered", { status: answer.status })),
  retryAfter: (answer) => {
    const parameters = memberOf(answer, "parameters");
    return typeof parameters === "object" && parameters !== null
      ? Reflect.get(parameters, "retry_after")
      : null;
  },
};

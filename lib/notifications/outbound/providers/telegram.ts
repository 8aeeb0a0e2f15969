import { z } from "zod";
import { rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { bodyLines, cutTo } from "../message";
import { type HttpProvider, isOk, memberOf, postJson } from "../provider";
import { settingText, urlText } from "../setting-texts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (character) => escapes[character] ?? character);

/** Telegram takes 4096 characters after its entities are read. */
const maxText = 3500;

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
    const text = cutTo(bodyLines(message).join("\n"), maxText);
    return postJson(`${api_url}/bot${bot_token}/sendMessage`, {
      chat_id,
      parse_mode: "HTML",
      link_preview_options: { is_disabled: true },
      text: `<b>${escapeHtml(cutTo(message.title, 300))}</b>\n${escapeHtml(text)}\n${escapeHtml(message.url)}`,
    });
  },
  problem: (answer) =>
    isOk(answer) && memberOf(answer, "ok") === true
      ? null
      : settingText(memberOf(answer, "description")) || `Telegram answered ${answer.status}`,
};

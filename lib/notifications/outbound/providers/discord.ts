import { z } from "zod";
import { problem } from "../../../core/refusals/refusal";
import { cutTo, messageLimits, type OperatorMessage } from "../message";
import { type HttpProvider, isOk, memberOf, postJson, urlText, wordsOr } from "../provider";

const limits = messageLimits.discord;

/** As many fields as fit beside the title; the title leads to the rest. */
function fieldsOf({ title, rows }: OperatorMessage): { name: string; value: string }[] {
  const fields: { name: string; value: string }[] = [];
  let room = limits.characters - Math.min(title.length, limits.title);
  for (const [label, text] of rows.slice(0, limits.fields)) {
    const name = cutTo(label || "·", limits.name);
    if (room < name.length + 2) break;
    const value = cutTo(text || "–", Math.min(limits.value, room - name.length));
    fields.push({ name, value });
    room -= name.length + value.length;
  }
  return fields;
}

/** A webhook of a Discord channel: https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord: HttpProvider = {
  code: "discord",
  fields: [{ key: "url", kind: "secret", required: true }],
  settings: z.object({ url: urlText }),
  write: ({ url = "" }, message) =>
    postJson(url, {
      // A buyer's text must not call anybody.
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: cutTo(message.title, limits.title),
          url: message.url,
          timestamp: message.at,
          fields: fieldsOf(message),
        },
      ],
    }),
  problem: (answer) =>
    isOk(answer)
      ? null
      : wordsOr(memberOf(answer, "message"), problem("discord_answered", { status: answer.status })),
};

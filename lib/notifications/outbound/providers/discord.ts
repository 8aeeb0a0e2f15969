import { z } from "zod";
import { cutTo } from "../message";
import { type HttpProvider, isOk, memberOf, postJson } from "../provider";
import { settingText, urlText } from "../setting-texts";

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
          title: cutTo(message.title, 256),
          url: message.url,
          timestamp: message.at,
          fields: message.rows
            .slice(0, 25)
            .map(([label, value]) => ({ name: cutTo(label || "·", 256), value: cutTo(value || "–", 1024) })),
        },
      ],
    }),
  problem: (answer) =>
    isOk(answer) ? null : settingText(memberOf(answer, "message")) || `Discord answered ${answer.status}`,
};

import { z } from "zod";
import { problem, rule } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { bodyLines, cutBytes, cutTo, messageLimits, type OperatorMessage } from "../message";
import { type HttpProvider, isOk, memberOf, postJson, urlText, wordsOr } from "../provider";

function textOf(message: OperatorMessage): string {
  const link = `\n\n${message.url}`;
  const room = messageLimits.serverchan.bytes - Buffer.byteLength(link);
  return cutBytes([message.title, ...bodyLines(message)].join("\n\n"), room) + link;
}

/** ServerChan (Server酱) for WeChat: https://sct.ftqq.com */
export const serverchan: HttpProvider = {
  code: "serverchan",
  fields: [
    { key: "send_key", kind: "secret", required: true },
    { key: "api_url", kind: "url", required: true, default: "https://sctapi.ftqq.com" },
  ],
  settings: z.object({
    send_key: z.string().check(...shapedAs(/^[A-Za-z0-9]{10,100}$/, rule("serverchan_key"))),
    api_url: urlText,
  }),
  write: ({ send_key, api_url }, message) =>
    postJson(`${api_url}/${send_key}.send`, {
      title: cutTo(message.title, messageLimits.serverchan.title),
      desp: textOf(message),
    }),
  problem: (answer) =>
    isOk(answer) && memberOf(answer, "code") === 0
      ? null
      : wordsOr(memberOf(answer, "message"), problem("serverchan_answered", { status: answer.status })),
};

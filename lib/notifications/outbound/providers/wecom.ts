import { z } from "zod";
import { problem } from "../../../core/refusals/refusal";
import { bodyLines, cutBytes, messageLimits, type OperatorMessage } from "../message";
import { type HttpProvider, isOk, memberOf, postJson, urlText, wordsOr } from "../provider";

/** The link is last, and is what an operator needs most. */
function textOf(message: OperatorMessage): string {
  const link = `\n${message.url}`;
  const room = messageLimits.wecom.bytes - Buffer.byteLength(link);
  return cutBytes([message.title, ...bodyLines(message)].join("\n"), room) + link;
}

/** A group robot of WeCom: https://developer.work.weixin.qq.com/document/path/91770 */
export const wecom: HttpProvider = {
  code: "wecom",
  fields: [{ key: "url", kind: "secret", required: true }],
  settings: z.object({ url: urlText }),
  write: ({ url = "" }, message) =>
    postJson(url, {
      msgtype: "text",
      text: { content: textOf(message) },
    }),
  problem: (answer) =>
    isOk(answer) && memberOf(answer, "errcode") === 0
      ? null
      : wordsOr(memberOf(answer, "errmsg"), problem("wecom_answered", { status: answer.status })),
};

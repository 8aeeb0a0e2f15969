import { z } from "zod";
import { bodyLines, cutBytes, type OperatorMessage } from "../message";
import { messageLimits } from "../message-limits";
import { type HttpProvider, isOk, memberOf, postJson } from "../provider";
import { settingText, urlText } from "../setting-texts";

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
      : settingText(memberOf(answer, "errmsg")) || `WeCom answered ${answer.status}`,
};

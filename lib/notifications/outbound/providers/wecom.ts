import { z } from "zod";
import { bodyLines } from "../message";
import { type HttpProvider, isOk, memberOf, postJson } from "../provider";
import { settingText, urlText } from "../setting-texts";

const maxBytes = 4000;

/** Whole characters up to so many bytes: WeCom counts bytes. */
function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= max) return text;
  const whole = new TextDecoder("utf-8").decode(bytes.subarray(0, max - 3)).replace(/\uFFFD+$/, "");
  return `${whole}…`;
}

/** A group robot of WeCom: https://developer.work.weixin.qq.com/document/path/91770 */
export const wecom: HttpProvider = {
  code: "wecom",
  fields: [{ key: "url", kind: "secret", required: true }],
  settings: z.object({ url: urlText }),
  write: ({ url = "" }, message) =>
    postJson(url, {
      msgtype: "text",
      text: { content: cutBytes([message.title, ...bodyLines(message), message.url].join("\n"), maxBytes) },
    }),
  problem: (answer) =>
    isOk(answer) && memberOf(answer, "errcode") === 0
      ? null
      : settingText(memberOf(answer, "errmsg")) || `WeCom answered ${answer.status}`,
};

import type { QueryResult } from "../provider";

/** A payment that the buyer never opened at the gateway. */
const notThere =
  /不存在|未找到|找不到|查无|没有(该|此|找到)?(订单|交易)|not (exist|found)|no such|unknown (order|trade)/i;
/** Words of a refusal of the asker. */
const notAccepted =
  /签名|验签|密钥|秘钥|校验失败|商户|权限|白名单|停用|封禁|sign|key|merchant|token|auth|permission|forbidden|denied|disabled|whitelist|pid/i;

const longest = 200;

/**
 * Such protocols have one "no" for everything, and only its words tell a payment that is not there from a key that is wrong.
 * `unclear` is taken where the words tell neither.
 */
export function readNo(
  words: string,
  { secret, unclear }: { secret: string; unclear: "unknown" | "refused" },
): Extract<QueryResult, { state: "unknown" | "refused" }> {
  const text = words.slice(0, longest);
  if (notThere.test(text)) return { state: "unknown" };
  if (unclear === "unknown" && !notAccepted.test(text)) return { state: "unknown" };
  return { state: "refused", message: secret ? text.replaceAll(secret, "…") : text };
}

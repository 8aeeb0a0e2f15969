import type { PaymentChannelView } from "@/lib/payments/schema";

export const paymentMarks = [
  "alipay",
  "americanexpress",
  "bitcoin",
  "mastercard",
  "paypal",
  "qq",
  "tether",
  "visa",
  "wechat",
] as const;
type PaymentMark = (typeof paymentMarks)[number];

const cards: readonly PaymentMark[] = ["visa", "mastercard", "americanexpress"];

/** Names by which people know a way to pay: one gateway may take several, and its channel is named after one. */
const byName: readonly [RegExp, readonly PaymentMark[]][] = [
  [/alipay|支付宝/i, ["alipay"]],
  [/we ?chat|weixin|wxpay|微信/i, ["wechat"]],
  [/paypal/i, ["paypal"]],
  [/usdt|tether/i, ["tether"]],
  [/bitcoin|\bbtc\b|比特币/i, ["bitcoin"]],
  [/\bqq\b|qqpay|qq ?钱包/i, ["qq"]],
  [/\bcards?\b|visa|mastercard|银行卡|信用卡/i, cards],
];

const byProvider: Readonly<Record<string, readonly PaymentMark[]>> = {
  alipay: ["alipay"],
  wechat: ["wechat"],
  paypal: ["paypal"],
  stripe: cards,
  epusdt: ["tether"],
  tokenpay: ["tether"],
};

/** Marks of what a buyer pays with; none where neither the name nor the gateway tells. */
export function marksOf({
  name,
  provider,
}: Pick<PaymentChannelView, "name" | "provider">): readonly PaymentMark[] {
  const named = byName.filter(([pattern]) => pattern.test(name)).flatMap(([, marks]) => marks);
  if (named.length > 0) return [...new Set(named)].slice(0, 3);
  return Object.hasOwn(byProvider, provider) ? (byProvider[provider] ?? []) : [];
}

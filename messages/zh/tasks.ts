import type { TaskTexts } from "../language";

/** Acts that a money request asks for, by its kind. */
const moneyActs: Readonly<Record<string, string>> = {
  "wallet.adjust": "钱包入账",
  "deposit.move": "预存款入账",
  "statement.settle": "代理站结算单结清",
  "order.refund": "退款",
  "order.confirm_paid": "人工确认付款",
  "payment.confirm": "人工确认网关付款",
  "refund.finish": "场外退款",
  "refund.send": "经网关退款",
  "gift_cards.create": "新礼品卡",
};

export const tasks: TaskTexts = {
  "order.problem": ({ reference, detail }) => `订单 ${reference} 的买家反馈问题：${detail ?? ""}`,
  "order.dispute": ({ reference, detail }) => `订单 ${reference} 的付款被提出争议：${detail ?? ""}`,
  "order.failed": ({ title }) => `已付款但未交付：${title}`,
  "order.by_hand": ({ title }) => `等待人工交付：${title}`,
  "order.upstream": ({ title }) => `等待上游站交付：${title}`,
  "order.held": ({ title }) => `代理站的订单等待放行：${title}`,
  "mail.refused": ({ count, detail }) => `有 ${count} 封邮件被邮件服务器拒收：${detail ?? "未说明原因"}`,
  "purchase.failed": ({ title, detail }) => `上游站未交付 ${title}：${detail ?? "未说明原因"}`,
  "money.request": ({ title, detail }) => `等待另一位员工批准：${moneyActs[title ?? ""] ?? title}，${detail}`,
  "refund.pending": ({ amount, reference }) => `请退回 ${amount}（订单 ${reference}）`,
  "callback.failed": ({ title, count }) => `${title} 有 ${count} 条回调未送达`,
  "review.waiting": ({ count }) => `${count} 条评价待审核`,
  "stock.out": ({ title }) => `已售罄：${title}`,
  "stock.low": ({ title, count }) => `仅剩 ${count} 件：${title}`,
};

import type { PermissionArea } from "../accounts/permissions";
import type { Locale } from "../core/locale";
import type { TaskKind } from "./schema";

/** Whoever may read the area sees the task; an alert names its own. */
export const taskAreas: Record<Exclude<TaskKind, "alert">, PermissionArea> = {
  "order.failed": "orders",
  "order.by_hand": "orders",
  "order.upstream": "orders",
  "order.held": "interconnect",
  "mail.refused": "customers",
  "purchase.failed": "interconnect",
  "refund.pending": "payments",
  "callback.failed": "interconnect",
  "stock.out": "stock",
  "stock.low": "stock",
};

export interface TaskFacts {
  reference: string;
  title: string | null;
  amount: string | null;
  count: number;
  detail: string | null;
}

type Writers = Record<Exclude<TaskKind, "alert">, (facts: TaskFacts) => string>;

const en: Writers = {
  "order.failed": ({ title }) => `Paid and not delivered: ${title}`,
  "order.by_hand": ({ title }) => `Waits to be delivered by hand: ${title}`,
  "order.upstream": ({ title }) => `Waits for the main site: ${title}`,
  "order.held": ({ title }) => `An agent's order is held until you release it: ${title}`,
  "mail.refused": ({ count, detail }) =>
    `${count === 1 ? "A mail is" : `${count} mails are`} refused by the mail server: ${detail ?? "no reason given"}`,
  "purchase.failed": ({ title, detail }) =>
    `The main site did not deliver ${title}: ${detail ?? "no reason given"}`,
  "refund.pending": ({ amount, reference }) => `Pay back ${amount} for ${reference} at the gateway`,
  "callback.failed": ({ title, count }) =>
    `${title} did not take ${count === 1 ? "a callback" : `${count} callbacks`}`,
  "stock.out": ({ title }) => `Sold out: ${title}`,
  "stock.low": ({ title, count }) => `${count} left: ${title}`,
};

const zh: Writers = {
  "order.failed": ({ title }) => `已付款但未发货：${title}`,
  "order.by_hand": ({ title }) => `等待人工发货：${title}`,
  "order.upstream": ({ title }) => `等待主站发货：${title}`,
  "order.held": ({ title }) => `代理站的订单等待放行：${title}`,
  "mail.refused": ({ count, detail }) => `有 ${count} 封邮件被邮件服务器拒收：${detail ?? "未说明原因"}`,
  "purchase.failed": ({ title, detail }) => `主站未交付 ${title}：${detail ?? "未说明原因"}`,
  "refund.pending": ({ amount, reference }) => `请在支付平台退回 ${amount}（订单 ${reference}）`,
  "callback.failed": ({ title, count }) => `${title} 有 ${count} 条回调未送达`,
  "stock.out": ({ title }) => `已售罄：${title}`,
  "stock.low": ({ title, count }) => `仅剩 ${count} 件：${title}`,
};

const texts: Record<Locale, Writers> = { en, zh };

export const taskText = (kind: Exclude<TaskKind, "alert">, facts: TaskFacts, locale: Locale): string =>
  texts[locale][kind](facts);

/** The page of the admin where it is done. */
export function taskPlace(kind: Exclude<TaskKind, "alert">, reference: string): string {
  if (kind === "order.held") return "/admin/held";
  if (kind === "refund.pending") return "/admin/refunds";
  if (kind === "mail.refused") return "/admin/mails?status=failed";
  if (kind === "purchase.failed") return "/admin/purchases?status=failed";
  if (kind === "callback.failed") return `/admin/callbacks?status=failed&site_id=${reference}`;
  if (kind === "stock.out" || kind === "stock.low") return `/admin/stock/${reference}`;
  return `/admin/orders/${reference}`;
}

/** Where an alert is seen to. */
export function alertPlace(kind: string, reference: string | null): string | null {
  if (kind === "system.untrusted_proxy" || kind === "keys.resealed") return "/admin/settings";
  if (!reference) return null;
  if (/^K[0-9A-Z]{16}(-\d+)?$/.test(reference)) return `/admin/orders/${reference.slice(0, 17)}`;
  if (/^P[0-9A-Z]{16}$/.test(reference)) return `/admin/payments?search=${reference}`;
  const [noun, id] = reference.split(":");
  if (noun === "sku") return `/admin/stock/${id}`;
  if (noun === "site") return `/admin/sites/${id}`;
  if (noun === "connection") return `/admin/connections/${id}`;
  if (noun === "payment_channel") return `/admin/channels/${id}`;
  if (noun === "notification_channel") return "/admin/notifications";
  if (noun === "callback") return "/admin/callbacks?status=failed";
  if (noun === "staff") return "/admin/staff";
  if (kind.startsWith("mail.")) return "/admin/mails?status=failed";
  return null;
}

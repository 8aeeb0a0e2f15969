import type { TaskFacts } from "../../messages/language";
import { languages } from "../../messages/languages";
import { sayTold } from "../../messages/say";
import type { Permission, PermissionArea } from "../acts/permissions";
import type { Locale } from "../core/locale";
import { readNoted } from "../core/refusals/noted";
import type { TaskKind } from "./schema";

/** Area that shows a task to everybody who may read it; an alert names its own. */
export const taskAreas: Record<Exclude<TaskKind, "alert">, PermissionArea> = {
  "order.problem": "orders",
  "order.dispute": "orders",
  "order.failed": "orders",
  "order.by_hand": "orders",
  "order.upstream": "orders",
  "order.held": "interconnect",
  "mail.refused": "customers",
  "purchase.failed": "interconnect",
  "refund.pending": "payments",
  "money.request": "money",
  "callback.failed": "interconnect",
  "review.waiting": "customers",
  "stock.out": "stock",
  "stock.low": "stock",
};

/** Permissions that its act needs. */
export const taskPermissions = (kind: Exclude<TaskKind, "alert">): Permission[] => [
  `${taskAreas[kind]}:write`,
  ...(kind === "refund.pending" ? (["money:write"] as const) : []),
];

/** Kinds whose detail is a problem that the server noted. */
const noted: readonly TaskKind[] = ["mail.refused", "purchase.failed"];

export const taskText = (kind: Exclude<TaskKind, "alert">, facts: TaskFacts, locale: Locale): string => {
  const { detail } = facts;
  const isNoted = detail !== null && noted.includes(kind);
  return languages[locale].tasks[kind]({
    ...facts,
    detail: isNoted ? sayTold(readNoted(detail), locale) : detail,
  });
};

/** The page of the admin where it is done. */
export function taskPlace(kind: Exclude<TaskKind, "alert">, reference: string): string {
  if (kind === "order.held") return "/admin/held";
  if (kind === "money.request") return "/admin/money-requests?status=pending";
  if (kind === "refund.pending") return "/admin/refunds";
  if (kind === "mail.refused") return "/admin/mails?status=failed";
  if (kind === "review.waiting") return "/admin/reviews?status=waiting";
  if (kind === "callback.failed") return `/admin/callbacks?status=failed&site_id=${reference}`;
  if (kind === "stock.out" || kind === "stock.low") return `/admin/stock/${reference}#add-keys`;
  // An order, or a purchase for it, which bears its number with that of the item.
  const order = `/admin/orders/${reference.split(/[.-]/)[0]}`;
  return kind === "order.problem" ? `${order}#case` : order;
}

/** Alerts that a person answers at the purchase; the others are seen to at our buyer's order. */
const answeredAtPurchase = /^purchase\.(differs|changed|doubtful|repeated|incomplete|delayed)$/;

/** Where an alert is seen to. */
export function alertPlace(kind: string, reference: string | null): string | null {
  if (kind === "payment_channel.none") return "/admin/channels";
  if (kind === "system.untrusted_proxy" || kind === "keys.resealed") return "/admin/settings";
  if (!reference) return null;
  if (answeredAtPurchase.test(kind)) return `/admin/purchases/${reference}`;
  if (/^K[0-9A-Z]{16}(\.\d+)?(-\d+)?$/.test(reference)) return `/admin/orders/${reference.slice(0, 17)}`;
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

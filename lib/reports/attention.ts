import type { AdminActor } from "../accounts/actor";
import { areasOf, type PermissionArea } from "../accounts/permissions";
import { addSeconds, now } from "../core/clock";
import { db } from "../db/client";
import { alertsOfAreas } from "./alerts-of-areas";
import type { Attention } from "./schema";
import { countTasks } from "./tasks";

const day = 86_400;

const areas: Record<Exclude<keyof Attention["counts"], "alerts" | "tasks">, PermissionArea> = {
  orders: "orders",
  stock: "stock",
  refunds: "payments",
  held: "interconnect",
  callbacks: "interconnect",
  purchases: "interconnect",
  mails: "customers",
};

/** What needs a person, one number a page of the admin; 0 where the caller's role may not look. */
export async function countAttention(actor: AdminActor): Promise<Attention> {
  const readable = areasOf(actor, "read");
  const [tasks, [row]] = await Promise.all([
    countTasks(actor),
    db().$queryRaw<Record<string, number>[]>`
    SELECT
      (SELECT count(*) FROM orders WHERE fulfillment_status = 'failed' AND payment_status IN ('paid', 'partially_refunded'))::int AS orders,
      (SELECT count(*) FROM skus s JOIN sku_stocks k ON k.sku_id = s.id JOIN products p ON p.id = s.product_id
        WHERE p.status = 'active' AND s.is_active AND NOT k.is_unlimited AND k.available = 0)::int AS stock,
      (SELECT count(*) FROM refunds WHERE status = 'pending')::int AS refunds,
      (SELECT count(*) FROM orders WHERE fulfillment_status = 'held')::int AS held,
      (SELECT count(*) FROM callbacks WHERE status = 'failed')::int AS callbacks,
      (SELECT count(*) FROM purchases WHERE status = 'failed' AND updated_at > ${addSeconds(now(), -7 * day)})::int AS purchases,
      (SELECT count(*) FROM mails WHERE status = 'failed')::int AS mails,
      (SELECT count(*) FROM alerts a WHERE a.resolved_at IS NULL AND ${alertsOfAreas(readable)})::int AS alerts`,
  ]);
  const count = (name: keyof typeof areas) => (readable.includes(areas[name]) ? (row?.[name] ?? 0) : 0);
  return {
    counts: {
      orders: count("orders"),
      stock: count("stock"),
      refunds: count("refunds"),
      held: count("held"),
      callbacks: count("callbacks"),
      purchases: count("purchases"),
      mails: count("mails"),
      alerts: row?.alerts ?? 0,
      tasks: tasks.total,
    },
  };
}

import { sql } from "kysely";
import { addSeconds, now } from "../../core/clock";
import { pageSlice } from "../../core/paging";
import type { Lang } from "../../core/translations";
import { db } from "../../db/client";
import { needsAPerson } from "../../orders/sql/needs-a-person";
import { type TaskKind, type TaskQuery, taskKinds } from "../schema";
import { alertsOfAreas } from "./alerts";

const hour = 3600;
const week = 7 * 24 * hour;

/** Purchases and upstream orders of the last minutes are under way, not waiting for anybody. */
const upstreamPatience = 5 * 60;
const refusedAttempts = 3;

/** Kinds of alerts that are left out, because other branches of the list find the same thing in the rows themselves. */
const covered = [
  "order.problem",
  "payment.disputed",
  "order.failed",
  "stock.low",
  "stock.out",
  "mail.failed",
  "callback.failed",
  "purchase.failed",
  "purchase.delayed",
];

/**
 * Every task there is now: its kind, key, what it is about and since when. Each branch reads by an index what is still to
 * be done, so a task leaves the list when its reason does.
 */
export const taskRows = (lang?: Lang) => sql`
  SELECT 'order.problem' AS kind, a.reference, coalesce((a.data ->> 'openedAt')::timestamptz, a.last_seen_at) AS since, a.count,
    a.data ->> 'text' AS detail, NULL::text AS title, a.id AS alert_id
  FROM alerts a WHERE a.resolved_at IS NULL AND a.kind = 'order.problem'
  UNION ALL
  SELECT 'order.dispute', a.reference, min(a.last_seen_at), 1, max(a.data ->> 'amount'), NULL, min(a.id)
  FROM alerts a WHERE a.resolved_at IS NULL AND a.kind = 'payment.disputed' AND a.reference IS NOT NULL GROUP BY a.reference
  UNION ALL
  SELECT CASE o.fulfillment_status WHEN 'failed' THEN 'order.failed' WHEN 'held' THEN 'order.held'
      ELSE CASE WHEN ${needsAPerson}
        THEN 'order.by_hand' ELSE 'order.upstream' END END,
    o.order_no, o.paid_at, 1, NULL, NULL, NULL
  FROM orders o
  WHERE o.fulfillment_status IN ('failed', 'held', 'processing') AND o.payment_status IN ('paid', 'partially_refunded')
    AND (o.fulfillment_status <> 'processing' OR ${needsAPerson}
      OR o.paid_at < ${addSeconds(now(), -upstreamPatience)}
        AND EXISTS (SELECT FROM order_items i LEFT JOIN fulfillments f ON f.order_item_id = i.id
          WHERE i.order_id = o.id AND i.source <> 'local' AND coalesce(f.status::text, 'pending') NOT IN ('ready', 'revoked')))
  UNION ALL
  SELECT 'refund.pending', o.order_no || ':' || r.refund_no, r.created_at, 1, r.amount_cents::text, NULL, NULL
  FROM refunds r JOIN orders o ON o.id = r.order_id WHERE r.status IN ('pending', 'failed')
  UNION ALL
  SELECT 'money.request', m.id::text, m.created_at, 1, m.amount_cents || ' ' || m.currency,
    m.kind, NULL
  FROM money_requests m WHERE m.status = 'pending' AND m.expires_at > ${now()}
  UNION ALL
  SELECT 'mail.refused', 'mails', min(m.created_at), count(*)::int, max(m.last_error), NULL, NULL
  FROM mails m WHERE m.status = 'failed' OR (m.status = 'queued' AND m.attempts >= ${refusedAttempts}) HAVING count(*) > 0
  UNION ALL
  SELECT 'purchase.failed', p.downstream_order_no, p.updated_at, 1, p.last_error,
    coalesce(g.translations -> ${lang ?? ""}::text ->> 'title', i.title), NULL
  FROM purchases p JOIN order_items i ON i.id = p.order_item_id LEFT JOIN products g ON g.id = i.product_id JOIN orders o ON o.id = i.order_id
  WHERE p.status = 'failed' AND p.updated_at > ${addSeconds(now(), -week)} AND o.payment_status IN ('paid', 'partially_refunded')
    AND o.fulfillment_status NOT IN ('ready', 'failed', 'revoked')
  UNION ALL
  SELECT 'callback.failed', c.site_id::text, min(c.created_at), count(*)::int, NULL, max(s.name), NULL
  FROM callbacks c JOIN sites s ON s.id = c.site_id WHERE c.status = 'failed' GROUP BY c.site_id
  UNION ALL
  SELECT 'review.waiting', 'reviews', min(v.written_at), count(*)::int, NULL, NULL, NULL
  FROM reviews v WHERE v.status = 'waiting' HAVING count(*) > 0
  UNION ALL
  SELECT CASE WHEN k.available = 0 THEN 'stock.out' ELSE 'stock.low' END, s.id::text, k.changed_at, k.available, NULL,
    coalesce(p.translations -> ${lang ?? ""}::text ->> 'title', p.title)
      || CASE WHEN s.name = '' THEN '' ELSE ' · ' || coalesce(s.translations -> ${lang ?? ""}::text ->> 'name', s.name) END, NULL
  FROM sku_stocks k JOIN skus s ON s.id = k.sku_id JOIN products p ON p.id = s.product_id
  WHERE p.status = 'active' AND s.is_active AND s.source = 'local' AND NOT k.is_unlimited AND k.available <= p.low_stock_at
  UNION ALL
  SELECT 'alert', a.id::text, a.last_seen_at, a.count, NULL, NULL, a.id
  FROM alerts a WHERE a.resolved_at IS NULL AND a.kind <> ALL (${covered}::text[])
    -- The refund to make of it stands in the list already.
    AND NOT (a.kind = 'payment.overpaid' AND EXISTS (SELECT FROM refunds r JOIN orders o ON o.id = r.order_id
      WHERE o.order_no = a.reference AND r.status IN ('pending', 'failed')))`;

export interface TaskRow {
  kind: TaskKind;
  key: string;
  reference: string;
  since: Date | null;
  count: number;
  detail: string | null;
  title: string | null;
  amountCents: bigint | null;
  currency: string | null;
  buyer: string | null;
  email: string | null;
  ownerId: number | null;
  ownerName: string | null;
  snoozedUntil: Date | null;
  alertId: number | null;
  alertKind: string | null;
  alertReference: string | null;
  alertMessage: string | null;
  alertData: unknown;
  total: number;
}

/** Person who asks, and the areas that this person may read. */
export interface TaskScope {
  staffId: number;
  areas: readonly string[];
  kinds: readonly TaskKind[];
}

const visibleTo = ({ kinds, areas }: TaskScope) =>
  sql`t.kind = ANY (${[...kinds]}::text[]) AND (t.kind <> 'alert' OR ${alertsOfAreas(areas)})`;

function inState(state: TaskQuery["state"], { staffId }: TaskScope) {
  const isAsleep = sql`coalesce(m.snoozed_until > ${now()}, false)`;
  if (state === "snoozed") return isAsleep;
  if (state === "mine") return sql`m.owner_id = ${staffId} AND NOT ${isAsleep}`;
  return sql`NOT ${isAsleep}`;
}

/** SQL: the number of the order that a task `t` is about. */
export const orderOf = sql`split_part(split_part(t.reference, ':', 1), '-', 1)`;

/** SQL: the goods of the order `o` in one text, as `line.title`, in the reader's language. */
export const goodsOf = (
  lang?: Lang,
) => sql`LEFT JOIN LATERAL (SELECT string_agg(coalesce(p.translations -> ${lang ?? ""}::text ->> 'title', p.title, i.title) || CASE WHEN i.quantity > 1 THEN ' × ' || i.quantity ELSE '' END, ', '
      ORDER BY i.position) AS title FROM order_items i LEFT JOIN products p ON p.id = i.product_id WHERE i.order_id = o.id) line ON true`;

/** One page, the most pressing first, with the number of all tasks in every row. */
export async function readTasks(
  scope: TaskScope,
  { page, per_page, kind, state }: TaskQuery,
  lang: Lang,
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    WITH page AS (
      SELECT t.*, t.kind || ':' || t.reference AS key, m.owner_id, m.snoozed_until, a.kind AS alert_kind,
        a.reference AS alert_reference, a.message AS alert_message, a.data AS alert_data, count(*) OVER ()::int AS total
      FROM (${taskRows(lang)}) t
      LEFT JOIN task_marks m ON m.key = t.kind || ':' || t.reference
      LEFT JOIN alerts a ON a.id = t.alert_id
      WHERE ${visibleTo(scope)} AND ${inState(state, scope)} ${kind ? sql`AND t.kind = ${kind}` : sql``}
      ORDER BY array_position(${[...taskKinds]}::text[], t.kind), t.since, t.reference
      LIMIT ${per_page} OFFSET ${pageSlice({ page, per_page }).skip})
    SELECT t.kind, t.key, t.reference, t.since, t.count, t.detail, coalesce(t.title, line.title) AS title,
      o.amount_cents AS "amountCents", o.currency, o.buyer_kind AS buyer, coalesce(u.email, o.email) AS email,
      t.owner_id AS "ownerId", s.name AS "ownerName", t.snoozed_until AS "snoozedUntil", t.alert_id AS "alertId", t.alert_kind AS "alertKind",
      t.alert_reference AS "alertReference", t.alert_message AS "alertMessage", t.alert_data AS "alertData", t.total
    FROM page t
    LEFT JOIN staff s ON s.id = t.owner_id
    LEFT JOIN orders o ON t.kind <> 'alert' AND o.order_no = ${orderOf}
    LEFT JOIN users u ON u.id = o.user_id
    ${goodsOf(lang)}
    ORDER BY array_position(${[...taskKinds]}::text[], t.kind), t.since, t.reference`.execute(db().sql);
  return rows;
}

/** How many of each kind are open, without those that somebody put off. */
export async function countOpenTasks(scope: TaskScope): Promise<{ kind: TaskKind; count: number }[]> {
  const { rows } = await sql<{ kind: TaskKind; count: number }>`
    SELECT t.kind, count(*)::int AS count FROM (${taskRows()}) t
    LEFT JOIN task_marks m ON m.key = t.kind || ':' || t.reference
    LEFT JOIN alerts a ON a.id = t.alert_id
    WHERE ${visibleTo(scope)} AND ${inState("open", scope)} GROUP BY t.kind`.execute(db().sql);
  return rows;
}

export async function hasTask(scope: TaskScope, key: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM (${taskRows()}) t LEFT JOIN alerts a ON a.id = t.alert_id
    WHERE t.kind || ':' || t.reference = ${key} AND ${visibleTo(scope)} LIMIT 1`.execute(db().sql);
  return rows.length > 0;
}

import { sql } from "kysely";
import { now } from "../../core/clock";
import { pageSlice } from "../../core/paging";
import type { Lang } from "../../core/translations";
import { db } from "../../db/client";
import { type CaseKind, type CaseQuery, caseKinds } from "../case-schema";
import { goodsOf, orderOf, taskRows } from "./tasks";

export interface CaseScope {
  staffId: number;
  kinds: readonly CaseKind[];
}

export interface CaseRecord {
  orderNo: string;
  kinds: CaseKind[];
  count: number;
  detail: string | null;
  title: string | null;
  since: Date | null;
  amountCents: bigint | null;
  currency: string | null;
  buyer: string | null;
  email: string | null;
  ownerId: number | null;
  ownerName: string | null;
  waitUntil: Date | null;
  waitedSeconds: number | null;
  answeredAt: Date | null;
  total: number;
}

const place = sql`array_position(${[...caseKinds]}::text[], t.kind)`;

/** Tasks of orders with their marks: of which order, whose, and whether somebody put them off. */
const marked = ({ kinds }: Pick<CaseScope, "kinds">, lang?: Lang) => sql`
  SELECT ${orderOf} AS order_no, t.kind, t.since, t.count, t.detail, t.title, m.owner_id, m.snoozed_until, ${place} AS place,
    coalesce(m.snoozed_until > ${now()}, false) AS is_asleep
  FROM (${taskRows(lang)}) t LEFT JOIN task_marks m ON m.key = t.kind || ':' || t.reference
  WHERE t.kind = ANY (${[...kinds]}::text[])`;

const foremost = (column: string) => sql`(array_agg(c.${sql.ref(column)} ORDER BY c.place, c.since))[1]`;

const inState = (state: CaseQuery["state"], staffId: number) => {
  const isAsleep = sql`bool_and(c.is_asleep)`;
  if (state === "waiting") return isAsleep;
  return state === "mine" ? sql`NOT ${isAsleep} AND bool_or(c.owner_id = ${staffId})` : sql`NOT ${isAsleep}`;
};

const facts = sql`o.amount_cents AS "amountCents", o.currency, o.buyer_kind AS buyer, coalesce(u.email, o.email) AS email`;
/** One page of orders that somebody has to see to, the most pressing and longest waiting first; or of one order alone. */
export async function readCases(
  scope: CaseScope,
  {
    page,
    per_page,
    kind,
    state,
  }: Omit<CaseQuery, "state"> & { state: Exclude<CaseQuery["state"], "answered"> },
  lang: Lang,
): Promise<CaseRecord[]> {
  const { rows } = await sql<CaseRecord>`
    WITH page AS (
      SELECT c.order_no, array_agg(c.kind ORDER BY c.place) AS kinds, min(c.place) AS place, min(c.since) AS since,
        ${foremost("count")} AS count, ${foremost("detail")} AS detail, ${foremost("title")} AS title, max(c.owner_id) AS owner_id,
        CASE WHEN bool_and(c.is_asleep) THEN min(c.snoozed_until) END AS wait_until, count(*) OVER ()::int AS total
      FROM (${marked(scope, lang)}) c GROUP BY c.order_no
      HAVING ${inState(state, scope.staffId)} ${kind ? sql`AND bool_or(c.kind = ${kind})` : sql``}
      ORDER BY min(c.place), min(c.since), c.order_no
      LIMIT ${per_page} OFFSET ${pageSlice({ page, per_page }).skip})
    SELECT p.order_no AS "orderNo", p.kinds, p.count, p.detail, coalesce(p.title, line.title) AS title, p.since, ${facts},
      p.owner_id AS "ownerId", s.name AS "ownerName", p.wait_until AS "waitUntil", NULL AS "waitedSeconds", NULL AS "answeredAt", p.total
    FROM page p
    LEFT JOIN staff s ON s.id = p.owner_id
    LEFT JOIN orders o ON o.order_no = p.order_no
    LEFT JOIN users u ON u.id = o.user_id
    ${goodsOf(lang)}
    ORDER BY p.place, p.since, p.order_no`.execute(db().sql);
  return rows;
}

/** How many are open, without those that are put off. */
export async function countOpenCases(scope: CaseScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT c.order_no FROM (${marked(scope)}) c GROUP BY c.order_no
      HAVING NOT bool_and(c.is_asleep)) AS open`.execute(db().sql);
  return rows[0]?.count ?? 0;
}

export interface CaseTask {
  key: string;
  kind: CaseKind;
  reference: string;
  since: Date | null;
  count: number;
  detail: string | null;
  title: string | null;
  ownerId: number | null;
  ownerName: string | null;
  snoozedUntil: Date | null;
}

/** Reads what waits about one order. */
export async function readTasksOfOrder(scope: CaseScope, orderNo: string, lang?: Lang): Promise<CaseTask[]> {
  const { rows } = await sql<CaseTask>`
    SELECT t.kind || ':' || t.reference AS key, t.kind, t.reference, t.since, t.count, t.detail, coalesce(t.title, line.title) AS title,
      m.owner_id AS "ownerId", s.name AS "ownerName", m.snoozed_until AS "snoozedUntil"
    FROM (${taskRows(lang)}) t LEFT JOIN task_marks m ON m.key = t.kind || ':' || t.reference
      LEFT JOIN staff s ON s.id = m.owner_id
      JOIN orders o ON o.order_no = ${orderNo}
      ${goodsOf(lang)}
    WHERE t.kind = ANY (${[...scope.kinds]}::text[]) AND ${orderOf} = ${orderNo}
    ORDER BY ${place}, t.since, t.reference`.execute(db().sql);
  return rows;
}

/** Written by the acts that settle what a buyer reported; read by a partial index of these lines alone. */
const isAnswer = sql`jsonb_exists(e.data, 'waited_seconds')`;
const waited = sql`(e.data ->> 'waited_seconds')::int`;

/** Answers since then, the newest first. */
export async function readAnswered(
  since: Date,
  { page, per_page }: Pick<CaseQuery, "page" | "per_page">,
  lang: Lang,
): Promise<CaseRecord[]> {
  const { rows } = await sql<CaseRecord>`
    WITH page AS (
      SELECT e.id, e.order_id, e.kind, e.actor, e.created_at, ${waited} AS waited, count(*) OVER ()::int AS total
      FROM order_events e WHERE ${isAnswer} AND e.created_at >= ${since}
      ORDER BY e.created_at DESC, e.id DESC LIMIT ${per_page} OFFSET ${pageSlice({ page, per_page }).skip})
    SELECT o.order_no AS "orderNo", ARRAY[]::text[] AS kinds, 1 AS count, said.note AS detail, line.title,
      p.created_at - make_interval(secs => p.waited) AS since, ${facts}, NULL AS "ownerId", p.actor AS "ownerName", NULL AS "waitUntil",
      p.waited AS "waitedSeconds", p.created_at AS "answeredAt", p.total
    FROM page p JOIN orders o ON o.id = p.order_id LEFT JOIN users u ON u.id = o.user_id ${goodsOf(lang)}
    LEFT JOIN LATERAL (SELECT r.data ->> 'note' AS note FROM order_events r
      WHERE r.order_id = p.order_id AND r.id < p.id AND r.kind = 'problem' ORDER BY r.id DESC LIMIT 1) said ON true
    ORDER BY p.created_at DESC, p.id DESC`.execute(db().sql);
  return rows;
}

/** How long buyers waited for the first word since then; of the latest answers alone where `most` says how many. */
export async function readWaits(
  since: Date,
  most: number | null = null,
): Promise<{ count: number; median: number | null; longest: number | null }> {
  const { rows } = await sql<{ count: number; median: number | null; longest: number | null }>`
    SELECT count(*)::int AS count, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds))::int AS median, max(seconds) AS longest
    FROM (SELECT ${waited} AS seconds FROM order_events e WHERE ${isAnswer} AND e.created_at >= ${since}
      ORDER BY e.created_at DESC, e.id DESC LIMIT ${most}::int) latest`.execute(db().sql);
  return rows[0] ?? { count: 0, median: null, longest: null };
}

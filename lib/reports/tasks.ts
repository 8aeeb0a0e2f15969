import type { AdminActor } from "../accounts/actor";
import { areasOf } from "../accounts/permissions";
import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import type { Locale } from "../core/locale";
import { formatMoney } from "../core/money";
import { pageSlice } from "../core/paging";
import { toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import { Prisma } from "../db/generated/client";
import { alertText } from "../notifications/alert-texts";
import { alertsOfAreas } from "./alerts-of-areas";
import {
  type Task,
  type TaskCounts,
  type TaskKind,
  type TaskPage,
  type TaskQuery,
  taskKinds,
} from "./schema";
import { settleAlerts } from "./settle-alerts";
import { alertPlace, taskAreas, taskPlace, taskText } from "./task-kinds";
import { taskRows } from "./task-rows";

interface TaskRow {
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
  alertKind: string | null;
  alertReference: string | null;
  alertMessage: string | null;
  alertData: unknown;
  total: number;
}

/** Only what the caller's role may read: of an alert its own area decides. */
function visibleTo(actor: AdminActor): Prisma.Sql {
  const areas: string[] = areasOf(actor, "read");
  const kinds = taskKinds.filter((kind) => kind === "alert" || areas.includes(taskAreas[kind]));
  return Prisma.sql`t.kind = ANY (${kinds}::text[]) AND (t.kind <> 'alert' OR ${alertsOfAreas(areas)})`;
}

function inState(state: TaskQuery["state"], actor: AdminActor): Prisma.Sql {
  const isAsleep = Prisma.sql`coalesce(m.snoozed_until > ${now()}, false)`;
  if (state === "snoozed") return isAsleep;
  if (state === "mine") return Prisma.sql`m.owner_id = ${actor.staffId} AND NOT ${isAsleep}`;
  return Prisma.sql`NOT ${isAsleep}`;
}

const orderOf = Prisma.sql`split_part(split_part(t.reference, ':', 1), '-', 1)`;

function toTask(row: TaskRow, locale: Locale): Task {
  const common = {
    key: row.key,
    kind: row.kind,
    since: toTimeOrNull(row.since),
    count: row.count,
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? "" },
    snoozed_until: toTimeOrNull(row.snoozedUntil),
  };
  if (row.kind === "alert") {
    const kind = row.alertKind ?? "";
    return {
      ...common,
      alert_kind: kind,
      reference: row.alertReference,
      buyer: null,
      amount: null,
      text: alertText({ kind, data: row.alertData, message: row.alertMessage ?? kind }, locale),
      href: alertPlace(kind, row.alertReference),
    };
  }
  const [reference = ""] = row.reference.split(":");
  const cents = row.kind === "refund.pending" ? BigInt(row.detail ?? "0") : row.amountCents;
  const amount = cents === null ? null : `${formatMoney(cents)} ${row.currency}`;
  return {
    ...common,
    alert_kind: null,
    reference,
    buyer: row.email ?? row.buyer,
    amount,
    text: taskText(
      row.kind,
      { reference, title: row.title, amount, count: row.count, detail: row.detail },
      locale,
    ),
    href: taskPlace(row.kind, reference),
  };
}

/** The to-do list, the most pressing first. It is read from what there is, so nothing has to be ticked off. */
export async function listTasks(actor: AdminActor, query: TaskQuery, locale: Locale): Promise<TaskPage> {
  await settleAlerts();
  const { page, per_page, kind, state } = query;
  const rows = await db().$queryRaw<TaskRow[]>`
    WITH page AS (
      SELECT t.*, t.kind || ':' || t.reference AS key, m.owner_id, m.snoozed_until, a.kind AS alert_kind,
        a.reference AS alert_reference, a.message AS alert_message, a.data AS alert_data, count(*) OVER ()::int AS total
      FROM (${taskRows()}) t
      LEFT JOIN task_marks m ON m.key = t.kind || ':' || t.reference
      LEFT JOIN alerts a ON a.id = t.alert_id
      WHERE ${visibleTo(actor)} AND ${inState(state, actor)} ${kind ? Prisma.sql`AND t.kind = ${kind}` : Prisma.empty}
      ORDER BY array_position(${[...taskKinds]}::text[], t.kind), t.since, t.reference
      LIMIT ${per_page} OFFSET ${pageSlice({ page, per_page }).skip})
    SELECT t.kind, t.key, t.reference, t.since, t.count, t.detail, coalesce(t.title, line.title) AS title,
      o.amount_cents AS "amountCents", o.currency, o.buyer_kind AS buyer, coalesce(u.email, o.email) AS email,
      t.owner_id AS "ownerId", s.name AS "ownerName", t.snoozed_until AS "snoozedUntil", t.alert_kind AS "alertKind",
      t.alert_reference AS "alertReference", t.alert_message AS "alertMessage", t.alert_data AS "alertData", t.total
    FROM page t
    LEFT JOIN staff s ON s.id = t.owner_id
    LEFT JOIN orders o ON t.alert_id IS NULL AND o.order_no = ${orderOf}
    LEFT JOIN users u ON u.id = o.user_id
    LEFT JOIN LATERAL (SELECT string_agg(i.title || CASE WHEN i.quantity > 1 THEN ' × ' || i.quantity ELSE '' END, ', '
      ORDER BY i.position) AS title FROM order_items i WHERE i.order_id = o.id) line ON true
    ORDER BY array_position(${[...taskKinds]}::text[], t.kind), t.since, t.reference`;
  return { tasks: rows.map((row) => toTask(row, locale)), total: rows[0]?.total ?? 0, page, per_page };
}

/** How many of each kind wait, for the badge: without what somebody put off. */
export async function countTasks(actor: AdminActor): Promise<TaskCounts> {
  const rows = await db().$queryRaw<{ kind: TaskKind; count: number }[]>`
    SELECT t.kind, count(*)::int AS count FROM (${taskRows()}) t
    LEFT JOIN task_marks m ON m.key = t.kind || ':' || t.reference
    LEFT JOIN alerts a ON a.id = t.alert_id
    WHERE ${visibleTo(actor)} AND ${inState("open", actor)} GROUP BY t.kind`;
  const counts = Object.fromEntries(taskKinds.map((kind) => [kind, 0])) as TaskCounts["counts"];
  for (const { kind, count } of rows) counts[kind] = count;
  return { counts, total: rows.reduce((sum, { count }) => sum + count, 0) };
}

/** Takes a task, gives it back, or puts it off. @throws AppError `not_found`, `malformed` */
export async function markTask(
  actor: AdminActor,
  key: string,
  { mine, snoozeUntil }: { mine?: boolean | undefined; snoozeUntil?: Date | null | undefined },
): Promise<{ key: string; owner_id: number | null; snoozed_until: string | null }> {
  const [row] = await db().$queryRaw<{ key: string }[]>`
    SELECT t.kind || ':' || t.reference AS key FROM (${taskRows()}) t LEFT JOIN alerts a ON a.id = t.alert_id
    WHERE t.kind || ':' || t.reference = ${key} AND ${visibleTo(actor)} LIMIT 1`;
  if (!row) throw notFound("task");
  if (snoozeUntil && snoozeUntil <= now())
    throw new AppError("malformed", "in_the_future", { field: "snooze_until" });
  const changes = {
    ...(mine === undefined ? {} : { ownerId: mine ? actor.staffId : null }),
    ...(snoozeUntil === undefined ? {} : { snoozedUntil: snoozeUntil }),
    updatedAt: now(),
  };
  const mark = await db().taskMark.upsert({
    where: { key },
    create: { key, ...changes },
    update: changes,
  });
  return { key, owner_id: mark.ownerId, snoozed_until: mark.snoozedUntil ? toTime(mark.snoozedUntil) : null };
}

import type { AdminActor } from "../acts/actor";
import { areasOf, permissionAreas } from "../acts/permissions";
import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import type { Locale } from "../core/locale";
import { formatMoney, nameAmount } from "../core/money";
import { recordOf } from "../core/shapes/records";
import { toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import { alertText } from "../notifications/alerts/alert-texts";
import { getSettings } from "../settings/queries";
import { type Task, type TaskCounts, type TaskPage, type TaskQuery, taskKinds } from "./schema";
import { settleAlerts } from "./settle-alerts";
import { countOpenTasks, hasTask, readTasks, type TaskRow, type TaskScope } from "./sql/tasks";
import { alertPlace, taskAreas, taskPlace, taskText } from "./task-kinds";

/** Tasks of these areas: of an alert its own area decides. While reviews are off, none of them waits for a check. */
async function scopeOf(staffId: number, areas: readonly string[]): Promise<TaskScope> {
  const { reviews } = await getSettings();
  const kinds = taskKinds.filter((kind) => {
    if (kind === "review.waiting" && reviews === "off") return false;
    return kind === "alert" || areas.includes(taskAreas[kind]);
  });
  return { staffId, areas, kinds };
}

/** Tasks that the caller's role may read. */
const ownScope = (actor: AdminActor) => scopeOf(actor.staffId, areasOf(actor, "read"));

function toTask(row: TaskRow, locale: Locale): Task {
  const common = {
    key: row.key,
    kind: row.kind,
    since: toTimeOrNull(row.since),
    count: row.count,
    owner: row.ownerId === null ? null : { id: row.ownerId, name: row.ownerName ?? "" },
    snoozed_until: toTimeOrNull(row.snoozedUntil),
    alert_id: row.alertId,
    alert_kind: row.alertKind,
  };
  if (row.kind === "alert") {
    const kind = row.alertKind ?? "";
    return {
      ...common,
      reference: row.alertReference,
      buyer: null,
      amount: null,
      text: alertText({ kind, data: row.alertData, message: row.alertMessage ?? kind }, locale),
      href: alertPlace(kind, row.alertReference),
    };
  }
  const [reference = ""] = row.reference.split(":");
  const cents = row.kind === "refund.pending" ? BigInt(row.detail ?? "0") : row.amountCents;
  const amount =
    cents === null || row.currency === null ? null : nameAmount(formatMoney(cents), row.currency);
  return {
    ...common,
    reference,
    buyer: row.email ?? row.buyer,
    amount,
    text: taskText(
      row.kind,
      { reference, title: row.title, amount, count: row.count, detail: detailOf(row) },
      locale,
    ),
    href: taskPlace(row.kind, reference),
  };
}

/** Detail of a row: of a request for money its sum, of all others the row's own. */
function detailOf({ kind, detail }: TaskRow): string | null {
  if (kind !== "money.request" || detail === null) return detail;
  const [cents = "0", currency = ""] = detail.split(" ");
  return nameAmount(formatMoney(BigInt(cents)), currency);
}

/** The to-do list, the most pressing first. It is read from what there is, so nothing has to be ticked off. */
export async function listTasks(actor: AdminActor, query: TaskQuery, locale: Locale): Promise<TaskPage> {
  await settleAlerts();
  const { page, per_page } = query;
  const rows = await readTasks(await ownScope(actor), query, locale);
  return { tasks: rows.map((row) => toTask(row, locale)), total: rows[0]?.total ?? 0, page, per_page };
}

/** How many of each kind wait, for the badge: without what somebody put off. */
export async function countTasks(actor: AdminActor): Promise<TaskCounts> {
  const rows = await countOpenTasks(await ownScope(actor));
  const counts = recordOf<(typeof taskKinds)[number], number>(taskKinds, () => 0);
  for (const { kind, count } of rows) counts[kind] = count;
  return { counts, total: rows.reduce((sum, { count }) => sum + count, 0) };
}

/** How many things wait for anybody at all. */
export async function countAllTasks(): Promise<number> {
  const rows = await countOpenTasks(await scopeOf(0, permissionAreas));
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Takes a task, gives it back, or puts it off. @throws AppError `not_found`, `malformed` */
export async function markTask(
  actor: AdminActor,
  key: string,
  { mine, snoozeUntil }: { mine?: boolean | undefined; snoozeUntil?: Date | null | undefined },
): Promise<{ key: string; owner_id: number | null; snoozed_until: string | null }> {
  if (!(await hasTask(await ownScope(actor), key))) throw notFound("task");
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

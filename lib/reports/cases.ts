import { listColleagues } from "../accounts/staff/colleagues";
import type { AdminActor } from "../acts/actor";
import { hasPermission } from "../acts/permissions";
import { addSeconds, now } from "../core/clock";
import { notFound } from "../core/errors";
import type { Locale } from "../core/locale";
import { formatMoney, nameAmount } from "../core/money";
import { memberOf } from "../core/shapes/records";
import { toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import { findReplaceable } from "../orders/staff/find-replaceable";
import {
  type CaseDetail,
  type CasePage,
  type CaseQuery,
  type CaseRow,
  caseKinds,
  type FirstAnswers,
} from "./case-schema";
import { byWhom } from "./order-event-entry";
import { settleAlerts } from "./settle-alerts";
import {
  type CaseRecord,
  type CaseScope,
  countOpenCases,
  readAnswered,
  readCases,
  readTasksOfOrder,
  readWaits,
} from "./sql/cases";
import { taskAreas, taskText } from "./task-kinds";

const answeredDays = 30;
const day = 86_400;
const shownMessages = 50;

export const caseScopeOf = (actor: AdminActor): CaseScope => ({
  staffId: actor.staffId,
  kinds: caseKinds.filter((kind) => hasPermission(actor, `${taskAreas[kind]}:read`)),
});

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

function toCase(row: CaseRecord, locale: Locale): CaseRow {
  const amount =
    row.amountCents === null || row.currency === null
      ? null
      : nameAmount(formatMoney(row.amountCents), row.currency);
  const { count, detail, title } = row;
  const kind = row.kinds[0] ?? "order.problem";
  return {
    order_no: row.orderNo,
    kinds: [...new Set(row.kinds)],
    text: taskText(kind, { reference: row.orderNo, title, amount, count, detail }, locale),
    buyer: row.email ?? row.buyer,
    amount,
    since: toTimeOrNull(row.since),
    owner: personOf(row.ownerId, row.ownerName),
    wait_until: toTimeOrNull(row.waitUntil),
    waited_seconds: row.waitedSeconds,
    answered_at: toTimeOrNull(row.answeredAt),
  };
}

const answeredSince = () => addSeconds(now(), -answeredDays * day);

async function findFirstAnswers(): Promise<FirstAnswers> {
  const { count, median, longest } = await readWaits(answeredSince());
  return { days: answeredDays, count, median_seconds: median, longest_seconds: longest };
}

/** Orders that somebody has to see to, each once, however much about it waits; or what was answered lately. */
export async function listCases(actor: AdminActor, query: CaseQuery, locale: Locale): Promise<CasePage> {
  await settleAlerts();
  const { page, per_page, state, kind } = query;
  const scope = caseScopeOf(actor);
  const [rows, open, first_answers] = await Promise.all([
    state === "answered"
      ? readAnswered(answeredSince(), query, locale)
      : readCases(scope, { page, per_page, kind, state }, locale),
    countOpenCases(scope),
    findFirstAnswers(),
  ]);
  const cases = rows.map((row) => toCase(row, locale));
  return { cases, open, first_answers, total: rows[0]?.total ?? 0, page, per_page };
}

export const countCases = (actor: AdminActor): Promise<number> => countOpenCases(caseScopeOf(actor));

async function readMessages(orderNo: string): Promise<CaseDetail["messages"]> {
  const rows = await db().orderEvent.findMany({
    where: { order: { orderNo }, kind: { in: ["problem", "answered"] } },
    orderBy: { id: "desc" },
    take: shownMessages,
  });
  return rows.toReversed().map((row) => {
    const [text, waited] = [memberOf(row.data, "note"), memberOf(row.data, "waited_seconds")];
    return {
      by: row.kind === "problem" ? "buyer" : "shop",
      name: row.kind === "problem" ? null : byWhom(row.actor, new Map()).name,
      text: typeof text === "string" ? text : "",
      at: toTime(row.createdAt),
      waited_seconds: typeof waited === "number" ? waited : null,
    };
  });
}

/** Finds what waits about one order; null when nothing does. */
export async function findCase(
  actor: AdminActor,
  orderNo: string,
  locale: Locale,
): Promise<CaseDetail | null> {
  const tasks = await readTasksOfOrder(caseScopeOf(actor), orderNo, locale);
  const [first] = tasks;
  if (!first) return null;
  const [messages, replaceable, colleagues] = await Promise.all([
    readMessages(orderNo),
    findReplaceable(orderNo),
    listColleagues("orders:write"),
  ]);
  const asleep = tasks.map(({ snoozedUntil }) =>
    snoozedUntil && snoozedUntil > now() ? snoozedUntil : null,
  );
  const owned = tasks.find(({ ownerId }) => ownerId !== null);
  return {
    order_no: orderNo,
    tasks: tasks.map(({ key, kind, since, title, count, detail }) => ({
      key,
      kind,
      text: taskText(kind, { reference: orderNo, title, amount: null, count, detail }, locale),
      since: toTimeOrNull(since),
    })),
    owner: owned ? personOf(owned.ownerId, owned.ownerName) : null,
    wait_until: asleep.includes(null) ? null : toTimeOrNull(asleep[0]),
    messages,
    replaceable,
    colleagues,
  };
}

/** @throws AppError `not_found` */
export async function getCase(actor: AdminActor, orderNo: string, locale: Locale): Promise<CaseDetail> {
  const found = await findCase(actor, orderNo, locale);
  if (!found) throw notFound("case");
  return found;
}

import type { Locale } from "../core/locale";
import { countLimit, deepPage, deepSlice } from "../core/paging";
import { db } from "../db/client";
import { createdBetween, likeLiteral } from "../db/filters";
import type { Prisma } from "../db/generated/client";
import { alertPrefixes } from "./alerts/alert-texts";
import type { AlertQuery, MailQuery } from "./schema";
import { toAlertRow, toMailRow } from "./view";

export function mailFilter({
  status,
  kind,
  search,
  ...time
}: Omit<MailQuery, "page" | "per_page">): Prisma.MailWhereInput {
  return {
    ...(status ? { status } : {}),
    ...(kind ? { kind } : {}),
    ...(search
      ? {
          OR: [
            { recipient: { contains: likeLiteral(search), mode: "insensitive" } },
            { reference: { equals: search } },
          ],
        }
      : {}),
    ...createdBetween(time),
  };
}

export async function listMails(query: MailQuery) {
  const where = mailFilter(query);
  const [rows, counted] = await Promise.all([
    db().mail.findMany({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }], ...deepSlice(query) }),
    db().mail.count({ where, ...countLimit }),
  ]);
  return { mails: rows.map(toMailRow), ...deepPage(query, counted) };
}

const alertStates: Record<AlertQuery["state"], Prisma.AlertWhereInput> = {
  open: { resolvedAt: null },
  resolved: { resolvedAt: { not: null } },
  all: {},
};

/** Finds the alerts whose area somebody may read. */
function inAreas(areas: readonly string[]): Prisma.AlertWhereInput {
  const prefixes = alertPrefixes(areas);
  const begins = (prefix: string) => ({ kind: { startsWith: prefix } });
  return "only" in prefixes ? { OR: prefixes.only.map(begins) } : { NOT: prefixes.not.map(begins) };
}

const countOpen = (areas: readonly string[]): Promise<number> =>
  db().alert.count({ where: { resolvedAt: null, ...inAreas(areas) } });

/** `areas`: what the reader may read; everything else is left out. */
export async function listAlerts(
  query: AlertQuery,
  { areas, locale }: { areas: readonly string[]; locale: Locale },
) {
  const where = { ...alertStates[query.state], ...inAreas(areas) };
  const [rows, counted, open] = await Promise.all([
    db().alert.findMany({ where, orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }], ...deepSlice(query) }),
    db().alert.count({ where, ...countLimit }),
    countOpen(areas),
  ]);
  return { alerts: rows.map((row) => toAlertRow(row, locale)), open, ...deepPage(query, counted) };
}

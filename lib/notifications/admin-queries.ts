import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { likeLiteral } from "../db/like-pattern";
import type { AlertQuery, MailQuery } from "./schema";
import { toAlertRow, toMailRow } from "./view";

const paging = ({ page, per_page }: { page: number; per_page: number }) => ({
  skip: (page - 1) * per_page,
  take: per_page,
});

export async function listMails(query: MailQuery) {
  const { status, kind, search, page, per_page } = query;
  const where: Prisma.MailWhereInput = {
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
  };
  const [rows, total] = await Promise.all([
    db().mail.findMany({ where, orderBy: [{ createdAt: "desc" }, { id: "desc" }], ...paging(query) }),
    db().mail.count({ where }),
  ]);
  return { mails: rows.map(toMailRow), total, page, per_page };
}

const alertStates: Record<AlertQuery["state"], Prisma.AlertWhereInput> = {
  open: { resolvedAt: null },
  resolved: { resolvedAt: { not: null } },
  all: {},
};

export const countOpenAlerts = (): Promise<number> => db().alert.count({ where: { resolvedAt: null } });

export async function listAlerts(query: AlertQuery) {
  const { state, page, per_page } = query;
  const where = alertStates[state];
  const [rows, total, open] = await Promise.all([
    db().alert.findMany({ where, orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }], ...paging(query) }),
    db().alert.count({ where }),
    countOpenAlerts(),
  ]);
  return { alerts: rows.map(toAlertRow), open, total, page, per_page };
}

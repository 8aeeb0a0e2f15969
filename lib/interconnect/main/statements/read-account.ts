import { exportList } from "../../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { now } from "../../../core/clock";
import { notFound } from "../../../core/errors";
import { formatMoney, writeCents } from "../../../core/money";
import { type PageQuery, pageSlice } from "../../../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { Prisma } from "../../../db/generated/client";
import type { Reader } from "../../../db/transaction";
import { getSettings } from "../../../settings/queries";
import { findDeposit } from "../admin-queries";
import { sumOpenPeriod } from "../sql/statements";
import type { AccountView, Statement } from "./schema";
import { toStatement } from "./statement-view";

/** The end of the last closed period, or the agent's pairing. @throws AppError `not_found` */
export async function findPeriodStart(reader: Reader, siteId: number): Promise<Date> {
  const site = await reader.site.findUnique({
    where: { id: siteId },
    select: { createdAt: true, statements: { orderBy: { id: "desc" }, take: 1, select: { periodTo: true } } },
  });
  if (!site) throw notFound("site");
  return site.statements[0]?.periodTo ?? site.createdAt;
}

/** Closed and not settled; below zero it is owed to the agent. */
async function sumDue(siteId: number, currency: string): Promise<bigint> {
  const { _sum } = await db().siteStatement.aggregate({
    where: { siteId, currency, settledAt: null },
    _sum: { amountCents: true },
  });
  return _sum.amountCents ?? 0n;
}

/** Adds up the debt of an agent: of closed periods, and since. */
export async function getAccount(
  siteId: number,
  { to = now(), ...page }: PageQuery & { to?: Date | undefined },
): Promise<AccountView> {
  const { currency } = await getSettings();
  const from = await findPeriodStart(db(), siteId);
  const [sums, deposit, due, openMismatches, comparison, total, rows] = await Promise.all([
    sumOpenPeriod(db(), { siteId, currency, to }),
    findDeposit(db(), siteId),
    sumDue(siteId, currency),
    db().siteMismatch.count({ where: { siteId, resolvedAt: null } }),
    db().siteComparison.findFirst({ where: { siteId }, orderBy: { id: "desc" } }),
    db().siteStatement.count({ where: { siteId } }),
    db().siteStatement.findMany({ where: { siteId }, orderBy: { id: "desc" }, ...pageSlice(page) }),
  ]);
  return {
    currency,
    deposit: toMoney(deposit),
    due: formatMoney(due),
    period: {
      from: toTime(from),
      to: toTime(to),
      orders: Number(sums.orders),
      ordered: toMoney(sums.orderedCents),
      refunds: Number(sums.refunds),
      refunded: toMoney(sums.refundedCents),
      amount: formatMoney(sums.orderedCents - sums.refundedCents),
    },
    open_mismatches: openMismatches,
    last_comparison: comparison && {
      id: comparison.id,
      to: toTime(comparison.periodTo),
      rows: comparison.rowCount,
      matched: comparison.matched,
      created_at: toTime(comparison.createdAt),
    },
    statements: rows.map((row) => ({ ...toStatement(row), note: row.note })),
    total,
    ...page,
  };
}

const toldStatements = 12;

/** Shows the agent itself its account. */
export async function getAccountOfAgent(
  siteId: number,
  currency: string,
): Promise<{ due: string; closed_until: string | null; statements: Statement[] }> {
  const [due, rows] = await Promise.all([
    sumDue(siteId, currency),
    db().siteStatement.findMany({ where: { siteId }, orderBy: { id: "desc" }, take: toldStatements }),
  ]);
  const statements = rows.map(toStatement);
  return { due: formatMoney(due), closed_until: statements[0]?.to ?? null, statements };
}

const columns = {
  order_no: "text",
  downstream_order_no: "text",
  downstream_payment_id: "text",
  title: "text",
  amount: "number",
  refund_no: "text",
  created_at: "time",
  paid_at: "time",
} as const;

const lineInclude = {
  order: { include: { siteOrder: true, items: { orderBy: { position: "asc" }, take: 1 } } },
  refund: { select: { refundNo: true } },
} satisfies Prisma.SiteStatementLineInclude;
type Line = Prisma.SiteStatementLineGetPayload<{ include: typeof lineInclude }>;

const lineView = ({ id, order, refund, amountCents }: Line) => ({
  id,
  order_no: order.orderNo,
  downstream_order_no: order.siteOrder?.downstreamOrderNo ?? null,
  downstream_payment_id: order.siteOrder?.downstreamPaymentId ?? null,
  title: order.items[0]?.title ?? null,
  amount: writeCents(amountCents, order.currency),
  refund_no: refund?.refundNo ?? null,
  created_at: toTime(order.createdAt),
  paid_at: toTimeOrNull(order.paidAt),
});

const lineReader = (statementId: number) => async (after: number, take: number) =>
  (
    await db().siteStatementLine.findMany({
      where: { statementId, id: { gt: after } },
      include: lineInclude,
      orderBy: { id: "asc" },
      take,
    })
  ).map(lineView);

/** Every line of a statement, for both bookkeepers. @throws AppError `not_found` */
export async function exportStatement(
  actor: AdminActor,
  client: ClientInfo,
  { siteId, statementId }: { siteId: number; statementId: number },
): Promise<AsyncGenerator<string>> {
  if ((await db().siteStatement.count({ where: { id: statementId, siteId } })) === 0)
    throw notFound("statement");
  return exportList(actor, client, {
    action: "site.export_statement",
    target: `site:${siteId}`,
    data: { statement: statementId },
    columns,
    cell: (row, column) => row[column],
    read: lineReader(statementId),
  });
}

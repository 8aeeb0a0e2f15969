import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { now } from "../../../core/clock";
import { csvLine } from "../../../core/csv";
import { notFound } from "../../../core/errors";
import { formatMoney, writeCents } from "../../../core/money";
import { type PageQuery, pageSlice } from "../../../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { Prisma } from "../../../db/generated/client";
import { inTransaction, type Reader } from "../../../db/transaction";
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

/** What an agent owes: of closed periods, and since. */
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

/** What the agent itself is told of its account. */
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

const columns = [
  "order_no",
  "downstream_order_no",
  "downstream_payment_id",
  "title",
  "amount",
  "refund_no",
  "created_at",
  "paid_at",
] as const;

const batch = 1000;

const lineInclude = {
  order: { include: { siteOrder: true, items: { orderBy: { position: "asc" }, take: 1 } } },
  refund: { select: { refundNo: true } },
} satisfies Prisma.SiteStatementLineInclude;
type Line = Prisma.SiteStatementLineGetPayload<{ include: typeof lineInclude }>;

const lineView = ({ order, refund, amountCents }: Line): Record<(typeof columns)[number], string | null> => ({
  order_no: order.orderNo,
  downstream_order_no: order.siteOrder?.downstreamOrderNo ?? null,
  downstream_payment_id: order.siteOrder?.downstreamPaymentId ?? null,
  title: order.items[0]?.title ?? null,
  amount: writeCents(amountCents, order.currency),
  refund_no: refund?.refundNo ?? null,
  created_at: toTime(order.createdAt),
  paid_at: toTimeOrNull(order.paidAt),
});

async function* readLines(statementId: number): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after = 0; ; ) {
    const rows = await db().siteStatementLine.findMany({
      where: { statementId, id: { gt: after } },
      include: lineInclude,
      orderBy: { id: "asc" },
      take: batch,
    });
    const views = rows.map(lineView);
    yield views.map((view) => csvLine(columns.map((column) => view[column]))).join("");
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

/** Every line of a statement, for both bookkeepers. @throws AppError `not_found` */
export async function exportStatement(
  actor: AdminActor,
  client: ClientInfo,
  { siteId, statementId }: { siteId: number; statementId: number },
): Promise<AsyncGenerator<string>> {
  if ((await db().siteStatement.count({ where: { id: statementId, siteId } })) === 0)
    throw notFound("statement");
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "site.export_statement",
      target: `site:${siteId}`,
      data: { statement: statementId },
    }),
  );
  return readLines(statementId);
}

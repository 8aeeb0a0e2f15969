import { exportList } from "../../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { notFound } from "../../../core/errors";
import { writeAmount } from "../../../core/money";
import { db } from "../../../db/client";
import { toStatement } from "./statement-view";

const columns = {
  id: "number",
  from: "time",
  to: "time",
  orders: "number",
  ordered: "number",
  refunds: "number",
  refunded: "number",
  amount: "number",
  currency: "text",
  closed_at: "time",
  settled_at: "time",
  settled_from: "text",
  note: "text",
} as const;

const statementReader = (siteId: number) => async (after: number, take: number) =>
  (
    await db().siteStatement.findMany({
      where: { siteId, id: { gt: after } },
      orderBy: { id: "asc" },
      take,
    })
  ).map((row) => ({ ...toStatement(row), note: row.note }));

/** The closed periods of an agent as CSV, oldest first. @throws AppError `not_found` */
export async function exportStatements(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
): Promise<AsyncGenerator<string>> {
  if ((await db().site.count({ where: { id: siteId } })) === 0) throw notFound("site");
  return exportList(actor, client, {
    action: "site.export_statements",
    target: `site:${siteId}`,
    columns,
    cell: (row, column) =>
      column === "ordered" || column === "refunded" || column === "amount"
        ? writeAmount(row[column], row.currency)
        : row[column],
    read: statementReader(siteId),
  });
}

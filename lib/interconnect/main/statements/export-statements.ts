import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { csvTable } from "../../../core/csv";
import { notFound } from "../../../core/errors";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { toStatement } from "./statement-view";

const columns = [
  "id",
  "from",
  "to",
  "orders",
  "ordered",
  "refunds",
  "refunded",
  "amount",
  "currency",
  "closed_at",
  "settled_at",
  "settled_from",
  "note",
] as const;

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
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "site.export_statements",
      target: `site:${siteId}`,
      data: {},
    }),
  );
  return csvTable({
    columns,
    cells: (row) => columns.map((column) => row[column]),
    read: statementReader(siteId),
  });
}

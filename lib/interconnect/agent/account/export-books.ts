import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { csvLine } from "../../../core/csv";
import { notFound } from "../../../core/errors";
import { writeCents } from "../../../core/money";
import { toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import type { AccountPeriod } from "./schema";

/** As the main site's comparison reads it (docs/interconnect.md). */
const columns = [
  "upstream_order_no",
  "downstream_order_no",
  "amount",
  "refunded_amount",
  "paid_at",
  "currency",
] as const;
const batch = 1000;

async function* readLines(connectionId: number, { from, to }: AccountPeriod): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after = 0; ; ) {
    const rows = await db().purchase.findMany({
      where: {
        connectionId,
        paidAt: { gte: from, lt: to },
        upstreamOrderNo: { not: null },
        id: { gt: after },
      },
      orderBy: { id: "asc" },
      take: batch,
    });
    yield rows
      .map((row) =>
        csvLine([
          row.upstreamOrderNo,
          row.downstreamOrderNo,
          writeCents(row.amountCents ?? 0n, row.currency ?? ""),
          writeCents(row.refundedCents, row.currency ?? ""),
          toTimeOrNull(row.paidAt),
          row.currency,
        ]),
      )
      .join("");
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = last.id;
  }
}

/** What we paid for at a main site in a period, for its operator to compare. @throws AppError `not_found` */
export async function exportBooks(
  actor: AdminActor,
  client: ClientInfo,
  connectionId: number,
  period: AccountPeriod,
): Promise<AsyncGenerator<string>> {
  if ((await db().connection.count({ where: { id: connectionId } })) === 0) throw notFound("connection");
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "connection.export_books",
      target: `connection:${connectionId}`,
      data: { from: toTime(period.from), to: toTime(period.to) },
    }),
  );
  return readLines(connectionId, period);
}

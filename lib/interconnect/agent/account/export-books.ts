import { exportList } from "../../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { notFound } from "../../../core/errors";
import { writeCents } from "../../../core/money";
import { toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { Purchase } from "../../../db/generated/client";
import { isActive } from "../purchases/state";
import type { AccountPeriod } from "./schema";

/** As the main site's comparison reads it (docs/interconnect.md). */
const columns = {
  upstream_order_no: "text",
  downstream_order_no: "text",
  amount: "number",
  refunded_amount: "number",
  paid_at: "time",
  currency: "text",
  status: "text",
  is_open: "text",
} as const;

const isOpen = ({ status, question, stopped }: Purchase) =>
  isActive(status) || question !== null || stopped !== null;

const bookReader =
  (connectionId: number, { from, to }: AccountPeriod) =>
  async (after: number, take: number) =>
    (
      await db().purchase.findMany({
        where: {
          connectionId,
          paidAt: { gte: from, lt: to },
          upstreamOrderNo: { not: null },
          id: { gt: after },
        },
        orderBy: { id: "asc" },
        take,
      })
    ).map((row) => ({
      id: row.id,
      upstream_order_no: row.upstreamOrderNo,
      downstream_order_no: row.downstreamOrderNo,
      amount: writeCents(row.amountCents ?? 0n, row.currency ?? ""),
      refunded_amount: writeCents(row.refundedCents, row.currency ?? ""),
      paid_at: toTimeOrNull(row.paidAt),
      currency: row.currency,
      status: row.status === "awaiting_goods" ? "held" : row.status,
      is_open: isOpen(row) ? "yes" : "no",
    }));

/** Writes our payments to a main site in a period, for its operator to compare. @throws AppError `not_found` */
export async function exportBooks(
  actor: AdminActor,
  client: ClientInfo,
  connectionId: number,
  period: AccountPeriod,
): Promise<AsyncGenerator<string>> {
  if ((await db().connection.count({ where: { id: connectionId } })) === 0) throw notFound("connection");
  return exportList(actor, client, {
    action: "connection.export_books",
    target: `connection:${connectionId}`,
    data: { from: toTime(period.from), to: toTime(period.to) },
    columns,
    cell: (row, column) => row[column],
    read: bookReader(connectionId, period),
  });
}

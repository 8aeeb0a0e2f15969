import { exportList } from "../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../acts/actor";
import { writeCents } from "../core/money";
import { toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { percentOf } from "../orders/receipts/documents";
import { issueWaitingReceipts } from "../orders/receipts/issue-receipts";
import { getSettings } from "../settings/queries";
import { readRange } from "./read-range";
import type { ReportQuery } from "./schema";

const columns = {
  kind: "text",
  number: "text",
  issued_at: "time",
  order_no: "text",
  paid_at: "time",
  refund_no: "text",
  customer: "text",
  country: "text",
  gross: "number",
  tax_rate: "number",
  tax: "number",
  net: "number",
  currency: "text",
} as const;

const select = {
  id: true,
  kind: true,
  number: true,
  issuedAt: true,
  currency: true,
  grossCents: true,
  taxCents: true,
  taxRateBps: true,
  taxCountry: true,
  refund: { select: { refundNo: true } },
  order: { select: { orderNo: true, paidAt: true, email: true, user: { select: { email: true } } } },
} satisfies Prisma.ReceiptSelect;

/** A credit note's sums are negative: the columns of a period add up. */
function toLine(row: Prisma.ReceiptGetPayload<{ select: typeof select }>) {
  const { order, refund } = row;
  const sign = row.kind === "credit_note" ? -1n : 1n;
  return {
    id: row.id,
    kind: row.kind,
    number: row.number,
    issued_at: toTime(row.issuedAt),
    order_no: order.orderNo,
    paid_at: toTimeOrNull(order.paidAt),
    refund_no: refund?.refundNo ?? null,
    customer: order.user?.email ?? order.email,
    country: row.taxCountry,
    gross: writeCents(sign * row.grossCents, row.currency),
    tax_rate: row.taxRateBps === null ? null : percentOf(row.taxRateBps),
    tax: writeCents(sign * row.taxCents, row.currency),
    net: writeCents(sign * (row.grossCents - row.taxCents), row.currency),
    currency: row.currency,
  };
}

const receiptReader =
  ({ from, to }: { from: Date; to: Date }) =>
  async (after: number, take: number) =>
    (
      await db().receipt.findMany({
        where: { issuedAt: { gte: from, lt: to }, id: { gt: after } },
        orderBy: { id: "asc" },
        take,
        select,
      })
    ).map(toLine);

/** Receipts and credit notes by the day of their issue; what was paid up to a minute ago gets its number first. */
export async function exportReceipts(
  actor: AdminActor,
  client: ClientInfo,
  query: ReportQuery,
): Promise<AsyncGenerator<string>> {
  await issueWaitingReceipts({ isExport: true });
  const { timeZone } = await getSettings();
  const range = readRange(query, timeZone);
  return exportList(actor, client, {
    action: "report.export",
    target: "receipts",
    data: { from: toTime(range.from), to: toTime(range.to) },
    columns,
    cell: (row, column) => row[column],
    read: receiptReader(range),
  });
}

import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { csvLine } from "../core/csv";
import { writeCents } from "../core/money";
import { toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { inTransaction } from "../db/transaction";
import { percentOf } from "../orders/receipts/documents";
import { issueWaitingReceipts } from "../orders/receipts/issue-receipts";
import { getSettings } from "../settings/queries";
import { readRange } from "./read-range";
import type { ReportQuery } from "./schema";

const columns = [
  "kind",
  "number",
  "issued_at",
  "order_no",
  "paid_at",
  "refund_no",
  "customer",
  "country",
  "gross",
  "tax_rate",
  "tax",
  "net",
  "currency",
] as const;

const piece = 1000;

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
function toLine(row: Prisma.ReceiptGetPayload<{ select: typeof select }>): string {
  const { order, refund } = row;
  const sign = row.kind === "credit_note" ? -1n : 1n;
  return csvLine([
    row.kind,
    row.number,
    toTime(row.issuedAt),
    order.orderNo,
    toTimeOrNull(order.paidAt),
    refund?.refundNo ?? null,
    order.user?.email ?? order.email,
    row.taxCountry,
    writeCents(sign * row.grossCents, row.currency),
    row.taxRateBps === null ? null : percentOf(row.taxRateBps),
    writeCents(sign * row.taxCents, row.currency),
    writeCents(sign * (row.grossCents - row.taxCents), row.currency),
    row.currency,
  ]);
}

async function* readLines({ from, to }: { from: Date; to: Date }): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let last = 0; ; ) {
    const rows = await db().receipt.findMany({
      where: { issuedAt: { gte: from, lt: to }, id: { gt: last } },
      orderBy: { id: "asc" },
      take: piece,
      select,
    });
    yield rows.map(toLine).join("");
    const end = rows.at(-1);
    if (rows.length < piece || !end) return;
    last = end.id;
  }
}

/** Receipts and credit notes by the day of their issue; what was paid up to a minute ago gets its number first. */
export async function exportReceipts(
  actor: AdminActor,
  client: ClientInfo,
  query: ReportQuery,
): Promise<AsyncGenerator<string>> {
  await issueWaitingReceipts({ isExport: true });
  const { timeZone } = await getSettings();
  const range = readRange(query, timeZone);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, {
      action: "report.export",
      target: "receipts",
      data: { from: toTime(range.from), to: toTime(range.to) },
    }),
  );
  return readLines(range);
}

import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { csvTable } from "../core/csv";
import { inTransaction } from "../db/transaction";
import { refundReader } from "./refund-queue";
import type { RefundQueueQuery } from "./refund-schema";

const columns = [
  "refund_no",
  "kind",
  "status",
  "amount",
  "currency",
  "order_no",
  "email",
  "reason",
  "failure",
  "payment_no",
  "trade_no",
  "channel_name",
  "created_at",
  "done_at",
] as const;

/** The filtered list as CSV, oldest first. */
export async function exportRefunds(
  actor: AdminActor,
  client: ClientInfo,
  query: RefundQueueQuery,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "refund.export", target: "refunds", data: {} }),
  );
  return csvTable({
    columns,
    cells: (row) => columns.map((column) => row[column]),
    read: refundReader(query),
  });
}

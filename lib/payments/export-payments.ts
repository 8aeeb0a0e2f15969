import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { csvTable } from "../core/csv";
import { inTransaction } from "../db/transaction";
import { paymentReader } from "./admin-queries";
import type { PaymentListQuery } from "./schema";

const columns = [
  "payment_no",
  "purpose",
  "order_no",
  "recharge_no",
  "channel_name",
  "amount",
  "currency",
  "gateway_amount",
  "gateway_currency",
  "state",
  "disposition",
  "trade_no",
  "created_at",
  "paid_at",
] as const;

/** The filtered list as CSV, oldest first. */
export async function exportPayments(
  actor: AdminActor,
  client: ClientInfo,
  query: PaymentListQuery,
): Promise<AsyncGenerator<string>> {
  const read = await paymentReader(query);
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "payment.export", target: "payments", data: {} }),
  );
  return csvTable({ columns, cells: (row) => columns.map((column) => row[column]), read });
}

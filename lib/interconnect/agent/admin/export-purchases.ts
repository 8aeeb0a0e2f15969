import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { csvTable } from "../../../core/csv";
import { inTransaction } from "../../../db/transaction";
import type { PurchaseQuery } from "../purchases/schema";
import { purchaseReader } from "./queries";

const columns = [
  "order_no",
  "connection",
  "title",
  "quantity",
  "downstream_order_no",
  "upstream_order_no",
  "amount",
  "refunded_amount",
  "status",
  "tries",
  "next_try_at",
  "last_error",
  "created_at",
  "paid_at",
  "delivered_at",
] as const;

/** The filtered list as CSV, oldest first. */
export async function exportPurchases(
  actor: AdminActor,
  client: ClientInfo,
  query: PurchaseQuery,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "purchase.export", target: "purchases", data: {} }),
  );
  return csvTable({
    columns,
    cells: (row) => columns.map((column) => (column === "connection" ? row.connection.name : row[column])),
    read: purchaseReader(query),
  });
}

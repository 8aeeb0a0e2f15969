import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { csvLine } from "../core/csv";
import { inTransaction } from "../db/transaction";
import { type OrderPosition, readOrdersAfter } from "./admin-queries";
import type { AdminOrdersQuery } from "./admin-schema";

const columns = [
  "order_no",
  "status",
  "fulfillment_status",
  "buyer",
  "buyer_name",
  "title",
  "quantity",
  "amount",
  "refunded_amount",
  "currency",
  "created_at",
  "paid_at",
] as const;

const piece = 1000;

async function* readLines(query: AdminOrdersQuery): AsyncGenerator<string> {
  yield csvLine(columns);
  let last: OrderPosition | null = null;
  for (;;) {
    const { orders, end } = await readOrdersAfter(query, last, piece);
    yield orders.map((order) => csvLine(columns.map((column) => order[column]))).join("");
    if (orders.length < piece || !end) return;
    last = end;
  }
}

/** The filtered list as CSV, newest first. */
export async function exportOrders(
  actor: AdminActor,
  client: ClientInfo,
  query: AdminOrdersQuery,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "order.export", target: "orders", data: {} }),
  );
  return readLines(query);
}

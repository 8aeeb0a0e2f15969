import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { csvLine } from "../core/csv";
import { inTransaction } from "../db/transaction";
import { listOrders } from "./admin-queries";
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

async function* readLines(query: AdminOrdersQuery): AsyncGenerator<string> {
  yield csvLine(columns);
  const per_page = 1000;
  // Orders that come while the file is made would push others over the edge of a page, and into the file twice.
  const to = query.to ?? now();
  for (let page = 1; ; page++) {
    const { orders } = await listOrders({ ...query, to, page, per_page });
    yield orders.map((order) => csvLine(columns.map((column) => order[column]))).join("");
    if (orders.length < per_page) return;
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

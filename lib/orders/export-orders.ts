import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { csvLine } from "../core/csv";
import { writeAmount } from "../core/money";
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

function toLine(order: Awaited<ReturnType<typeof readOrdersAfter>>["orders"][number]): string {
  const { amount, refunded_amount: refunded, currency } = order;
  const written = {
    ...order,
    amount: writeAmount(amount, currency),
    refunded_amount: writeAmount(refunded, currency),
  };
  return csvLine(columns.map((column) => written[column]));
}

async function* readLines(query: AdminOrdersQuery): AsyncGenerator<string> {
  yield csvLine(columns);
  let last: OrderPosition | null = null;
  for (;;) {
    const { orders, end } = await readOrdersAfter(query, last, piece);
    yield orders.map(toLine).join("");
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

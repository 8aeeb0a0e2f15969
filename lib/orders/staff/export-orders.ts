import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { type CsvCell, csvWriter } from "../../core/formats/csv";
import { writeAmount } from "../../core/money";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { type OrderPosition, readOrdersAfter } from "./admin-queries";
import type { AdminOrdersQuery } from "./admin-schema";

const columns = {
  order_no: "text",
  status: "text",
  fulfillment_status: "text",
  buyer: "text",
  buyer_name: "text",
  title: "text",
  quantity: "number",
  amount: "number",
  refunded_amount: "number",
  currency: "text",
  created_at: "time",
  paid_at: "time",
  gift_email: "text",
} as const;

const piece = 1000;

type OrderRow = Awaited<ReturnType<typeof readOrdersAfter>>["orders"][number];

const cellOf = (order: OrderRow, column: keyof typeof columns): CsvCell =>
  column === "amount" || column === "refunded_amount"
    ? writeAmount(order[column], order.currency)
    : order[column];

async function* readLines(query: AdminOrdersQuery, timeZone: string): AsyncGenerator<string> {
  const { heading, line } = csvWriter(columns, timeZone);
  yield heading;
  let last: OrderPosition | null = null;
  for (;;) {
    const { orders, end } = await readOrdersAfter(query, last, piece);
    yield orders.map((order) => line((column) => cellOf(order, column))).join("");
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
  const { timeZone } = await getSettings();
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "order.export", target: "orders", data: {} }),
  );
  return readLines(query, timeZone);
}

import { exportList } from "../../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { writeAmount } from "../../../core/money";
import type { PurchaseQuery } from "../purchases/schema";
import { purchaseReader } from "./queries";

const columns = {
  order_no: "text",
  connection: "text",
  title: "text",
  quantity: "number",
  downstream_order_no: "text",
  upstream_order_no: "text",
  amount: "number",
  currency: "text",
  refunded_amount: "number",
  status: "text",
  is_open: "text",
  question: "text",
  tries: "number",
  next_try_at: "time",
  last_error: "text",
  created_at: "time",
  paid_at: "time",
  delivered_at: "time",
} as const;

/** The filtered list as CSV, oldest first. */
export const exportPurchases = (actor: AdminActor, client: ClientInfo, query: PurchaseQuery) =>
  exportList(actor, client, {
    action: "purchase.export",
    target: "purchases",
    columns,
    cell: (row, column) => {
      if (column === "connection") return row.connection.name;
      if (column === "is_open") return row.is_open ? "yes" : "no";
      const value = row[column];
      return (column === "amount" || column === "refunded_amount") && typeof value === "string"
        ? writeAmount(value, row.currency ?? "")
        : value;
    },
    read: purchaseReader(query),
  });

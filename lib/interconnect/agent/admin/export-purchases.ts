import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { exportList } from "../../../accounts/export-list";
import { writeAmount } from "../../../core/money";
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
  "currency",
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
export const exportPurchases = (actor: AdminActor, client: ClientInfo, query: PurchaseQuery) =>
  exportList(actor, client, {
    action: "purchase.export",
    target: "purchases",
    columns,
    cell: (row, column) => {
      if (column === "connection") return row.connection.name;
      const value = row[column];
      return (column === "amount" || column === "refunded_amount") && typeof value === "string"
        ? writeAmount(value, row.currency ?? "")
        : value;
    },
    read: purchaseReader(query),
  });

import type { AdminActor, ClientInfo } from "../accounts/actor";
import { exportList } from "../accounts/export-list";
import { writeAmount } from "../core/money";
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
export const exportRefunds = (actor: AdminActor, client: ClientInfo, query: RefundQueueQuery) =>
  exportList(actor, client, {
    action: "refund.export",
    target: "refunds",
    columns,
    cell: (row, column) => (column === "amount" ? writeAmount(row.amount, row.currency) : row[column]),
    read: refundReader(query),
  });

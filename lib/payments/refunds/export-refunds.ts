import { exportList } from "../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { writeAmount } from "../../core/money";
import { refundReader } from "./refund-queue";
import type { RefundQueueQuery } from "./schema";

const columns = {
  refund_no: "text",
  kind: "text",
  status: "text",
  amount: "number",
  currency: "text",
  order_no: "text",
  email: "text",
  reason: "text",
  failure: "text",
  payment_no: "text",
  trade_no: "text",
  channel_name: "text",
  created_at: "time",
  done_at: "time",
} as const;

/** The filtered list as CSV, oldest first. */
export const exportRefunds = (actor: AdminActor, client: ClientInfo, query: RefundQueueQuery) =>
  exportList(actor, client, {
    action: "refund.export",
    target: "refunds",
    columns,
    cell: (row, column) => (column === "amount" ? writeAmount(row.amount, row.currency) : row[column]),
    read: refundReader(query),
  });

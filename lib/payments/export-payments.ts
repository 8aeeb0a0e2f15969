import { exportList } from "../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../acts/actor";
import { writeAmount } from "../core/money";
import { paymentReader } from "./admin-queries";
import type { PaymentListQuery } from "./schema";

const columns = {
  payment_no: "text",
  purpose: "text",
  order_no: "text",
  recharge_no: "text",
  channel_name: "text",
  amount: "number",
  currency: "text",
  gateway_amount: "number",
  gateway_currency: "text",
  state: "text",
  disposition: "text",
  trade_no: "text",
  created_at: "time",
  paid_at: "time",
} as const;

/** The filtered list as CSV, oldest first. */
export const exportPayments = async (actor: AdminActor, client: ClientInfo, query: PaymentListQuery) =>
  exportList(actor, client, {
    action: "payment.export",
    target: "payments",
    columns,
    cell: (row, column) => {
      if (column === "amount") return writeAmount(row.amount, row.currency);
      if (column !== "gateway_amount" || row.gateway_amount === null) return row[column];
      return writeAmount(row.gateway_amount, row.gateway_currency ?? row.currency);
    },
    read: await paymentReader(query),
  });

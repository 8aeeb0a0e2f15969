import type { AdminActor, ClientInfo } from "../accounts/actor";
import { exportList } from "../accounts/export-list";
import { paymentReader } from "./admin-queries";
import type { PaymentListQuery } from "./schema";

const columns = [
  "payment_no",
  "purpose",
  "order_no",
  "recharge_no",
  "channel_name",
  "amount",
  "currency",
  "gateway_amount",
  "gateway_currency",
  "state",
  "disposition",
  "trade_no",
  "created_at",
  "paid_at",
] as const;

/** The filtered list as CSV, oldest first. */
export const exportPayments = async (actor: AdminActor, client: ClientInfo, query: PaymentListQuery) =>
  exportList(actor, client, {
    action: "payment.export",
    target: "payments",
    columns,
    cell: (row, column) => row[column],
    read: await paymentReader(query),
  });

import { exportList } from "../../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { receivedReader } from "./queries";
import type { CallbackLogQuery } from "./schema";

const columns = {
  id: "number",
  connection: "text",
  claimed_key: "text",
  event: "text",
  upstream_order_no: "text",
  downstream_order_no: "text",
  is_signature_valid: "text",
  result: "text",
  cause: "text",
  http_status: "number",
  latency_ms: "number",
  request_id: "text",
  ip: "text",
  created_at: "time",
} as const;

/** The filtered list as CSV, oldest first; without the bodies. */
export const exportReceived = (actor: AdminActor, client: ClientInfo, query: CallbackLogQuery) =>
  exportList(actor, client, {
    action: "callback.export_received",
    target: "received_callbacks",
    columns,
    cell: (row, column) =>
      column === "connection"
        ? (row.connection?.name ?? null)
        : column === "is_signature_valid"
          ? String(row.is_signature_valid)
          : row[column],
    read: receivedReader(query),
  });

import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { exportList } from "../../../accounts/export-list";
import { receivedReader } from "./queries";
import type { CallbackLogQuery } from "./schema";

const columns = [
  "id",
  "connection",
  "claimed_key",
  "event",
  "upstream_order_no",
  "downstream_order_no",
  "is_signature_valid",
  "result",
  "cause",
  "http_status",
  "latency_ms",
  "request_id",
  "ip",
  "created_at",
] as const;

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

import { exportList } from "../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import type { DeliveryRequestQuery } from "../../fulfillment/kinds/dynamic/schema";
import { requestReader } from "./admin-requests";

const columns = {
  request_id: "text",
  order_no: "text",
  sku_id: "number",
  title: "text",
  status: "text",
  attempt_count: "number",
  next_attempt_at: "time",
  deadline_at: "time",
  last_error: "text",
  created_at: "time",
} as const;

/** The filtered list as CSV, oldest first; without what was asked and answered. */
export const exportRequests = async (actor: AdminActor, client: ClientInfo, query: DeliveryRequestQuery) =>
  exportList(actor, client, {
    action: "delivery_request.export",
    target: "delivery_requests",
    columns,
    cell: (row, column) => row[column],
    read: await requestReader(query),
  });

import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { exportList } from "../../accounts/export-list";
import type { DeliveryRequestQuery } from "../../fulfillment/kinds/dynamic/schema";
import { requestReader } from "./admin-requests";

const columns = [
  "request_id",
  "order_no",
  "sku_id",
  "title",
  "status",
  "attempt_count",
  "next_attempt_at",
  "deadline_at",
  "last_error",
  "created_at",
] as const;

/** The filtered list as CSV, oldest first; without what was asked and answered. */
export const exportRequests = async (actor: AdminActor, client: ClientInfo, query: DeliveryRequestQuery) =>
  exportList(actor, client, {
    action: "delivery_request.export",
    target: "delivery_requests",
    columns,
    cell: (row, column) => row[column],
    read: await requestReader(query),
  });

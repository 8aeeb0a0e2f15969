import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { exportList } from "../../../accounts/export-list";
import { callbackReader } from "./log-queries";
import type { CallbackQuery } from "./log-schema";

const columns = [
  "id",
  "event",
  "site",
  "order_no",
  "status",
  "attempts",
  "last_error",
  "next_attempt_at",
  "created_at",
  "delivered_at",
] as const;

/** The filtered list as CSV, oldest first. */
export const exportCallbacks = (actor: AdminActor, client: ClientInfo, query: CallbackQuery) =>
  exportList(actor, client, {
    action: "callback.export",
    target: "callbacks",
    columns,
    cell: (row, column) => (column === "site" ? row.site.name : row[column]),
    read: callbackReader(query),
  });

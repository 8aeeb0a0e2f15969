import { exportList } from "../../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { callbackReader } from "./log-queries";
import type { CallbackQuery } from "./log-schema";

const columns = {
  id: "number",
  event: "text",
  site: "text",
  order_no: "text",
  status: "text",
  attempts: "number",
  last_error: "text",
  next_attempt_at: "time",
  created_at: "time",
  delivered_at: "time",
} as const;

/** The filtered list as CSV, oldest first. */
export const exportCallbacks = (actor: AdminActor, client: ClientInfo, query: CallbackQuery) =>
  exportList(actor, client, {
    action: "callback.export",
    target: "callbacks",
    columns,
    cell: (row, column) => (column === "site" ? row.site.name : row[column]),
    read: callbackReader(query),
  });

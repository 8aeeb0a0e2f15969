import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { csvTable } from "../../../core/csv";
import { inTransaction } from "../../../db/transaction";
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
export async function exportCallbacks(
  actor: AdminActor,
  client: ClientInfo,
  query: CallbackQuery,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "callback.export", target: "callbacks", data: {} }),
  );
  return csvTable({
    columns,
    cells: (row) => columns.map((column) => (column === "site" ? row.site.name : row[column])),
    read: callbackReader(query),
  });
}

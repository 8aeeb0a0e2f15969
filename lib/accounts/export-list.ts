import type { AuditAction } from "../core/audit-actions";
import { csvTable } from "../core/csv";
import { inTransaction } from "../db/transaction";
import type { AdminActor, ClientInfo } from "./actor";
import { recordAudit } from "./record-audit";

interface ExportedList<R, C extends string> {
  action: AuditAction;
  /** What the audit log names: `payments`. */
  target: string;
  columns: readonly C[];
  cell: (row: R, column: C) => string | number | null;
  /** At most `size` rows behind this id, by ascending id. */
  read: (after: number, size: number) => Promise<readonly R[]>;
}

/** A filtered list as CSV, oldest first; the audit log has who took it. */
export async function exportList<R extends { id: number }, C extends string>(
  actor: AdminActor,
  client: ClientInfo,
  { action, target, columns, cell, read }: ExportedList<R, C>,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) => recordAudit(tx, actor, client, { action, target, data: {} }));
  return csvTable<R>({ columns, cells: (row) => columns.map((column) => cell(row, column)), read });
}

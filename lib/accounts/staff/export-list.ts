import type { AdminActor, ClientInfo } from "../../acts/actor";
import type { AuditAction } from "../../acts/audit-actions";
import { recordAudit } from "../../acts/record-audit";
import { type CsvCell, type CsvColumns, csvTable } from "../../core/formats/csv";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";

interface ExportedList<R, C extends string> {
  action: AuditAction;
  /** Noun of the audit log: `payments`. */
  target: string;
  /** Further facts for the audit log: the bounds of a period. */
  data?: Record<string, string | number>;
  columns: CsvColumns<C>;
  cell: (row: R, column: C) => CsvCell;
  /** At most `size` rows behind this id, by ascending id. */
  read: (after: number, size: number) => Promise<readonly R[]>;
}

/** A filtered list as CSV, oldest first; the audit log has who took it. */
export async function exportList<R extends { id: number }, C extends string>(
  actor: AdminActor,
  client: ClientInfo,
  { action, target, data = {}, columns, cell, read }: ExportedList<R, C>,
): Promise<AsyncGenerator<string>> {
  const { timeZone } = await getSettings();
  await inTransaction((tx) => recordAudit(tx, actor, client, { action, target, data }));
  return csvTable({ columns, timeZone, cell, read });
}

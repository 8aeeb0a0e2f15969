import { csvLine } from "../../core/csv";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import type { AdminActor, ClientInfo } from "../actor";
import { recordAudit } from "../record-audit";
import { auditFilter } from "./admin-queries";
import type { AuditQuery } from "./schema";

const columns = [
  "id",
  "time",
  "actor",
  "action",
  "target",
  "data",
  "ip",
  "request_id",
  "prev_hash",
  "hash",
] as const;

const piece = 1000;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

async function* readLines(query: AuditQuery): AsyncGenerator<string> {
  yield csvLine(columns);
  let last = 0;
  for (;;) {
    const rows = await db().auditLog.findMany({
      where: { AND: [auditFilter(query), { id: { gt: last } }] },
      orderBy: { id: "asc" },
      take: piece,
      omit: { hash: false, prevHash: false },
    });
    yield rows
      .map((row) =>
        csvLine([
          row.id,
          toTime(row.createdAt),
          row.actor,
          row.action,
          row.target,
          JSON.stringify(row.data),
          row.ip,
          row.requestId,
          hex(row.prevHash),
          hex(row.hash),
        ]),
      )
      .join("");
    last = rows.at(-1)?.id ?? last;
    if (rows.length < piece) return;
  }
}

/** The filtered log as CSV, oldest first, each row with its hash and the one it is chained to. */
export async function exportAudit(
  actor: AdminActor,
  client: ClientInfo,
  query: AuditQuery,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "audit.export", target: "audit", data: {} }),
  );
  return readLines(query);
}

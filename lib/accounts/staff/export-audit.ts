import type { AdminActor, ClientInfo } from "../../acts/actor";
import { toTime } from "../../core/wire";
import { db } from "../../db/client";
import { auditFilter } from "./admin-queries";
import { exportList } from "./export-list";
import type { AuditQuery } from "./schema";

const columns = {
  id: "number",
  time: "time",
  actor: "text",
  action: "text",
  target: "text",
  data: "text",
  ip: "text",
  request_id: "text",
  prev_hash: "text",
  hash: "text",
} as const;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

const auditReader = (query: AuditQuery) => async (after: number, take: number) =>
  (
    await db().auditLog.findMany({
      where: { AND: [auditFilter(query), { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take,
      omit: { hash: false, prevHash: false },
    })
  ).map((row) => ({
    id: row.id,
    time: toTime(row.createdAt),
    actor: row.actor,
    action: row.action,
    target: row.target,
    data: JSON.stringify(row.data),
    ip: row.ip,
    request_id: row.requestId,
    prev_hash: hex(row.prevHash),
    hash: hex(row.hash),
  }));

/** The filtered log as CSV, oldest first, each row with its hash and the one it is chained to. */
export const exportAudit = (actor: AdminActor, client: ClientInfo, query: AuditQuery) =>
  exportList(actor, client, {
    action: "audit.export",
    target: "audit",
    columns,
    cell: (row, column) => row[column],
    read: auditReader(query),
  });

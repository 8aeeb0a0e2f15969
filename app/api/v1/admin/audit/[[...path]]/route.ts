import { listAudit } from "@/lib/accounts/staff/admin-queries";
import { exportAudit } from "@/lib/accounts/staff/export-audit";
import { auditCheck, auditPage, auditQuery } from "@/lib/accounts/staff/schema";
import { verifyAudit } from "@/lib/acts/verify-audit";
import { csvOperation, operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/audit", {
  verifyAudit: operation("GET /check", {
    permission: "staff:read",
    response: auditCheck,
    summary: "Walks the chain of the audit log",
    handle: () => verifyAudit(),
  }),
  exportAudit: csvOperation("GET /export", {
    permission: "staff:read",
    query: auditQuery,
    summary: "The audit log as CSV, with the hashes of its chain",
    file: "audit.csv",
    read: exportAudit,
  }),
  listAudit: operation("GET /", {
    permission: "staff:read",
    query: auditQuery,
    response: auditPage,
    summary: "The audit log",
    handle: ({ query }) => listAudit(query),
  }),
});

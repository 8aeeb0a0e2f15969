import { csvOperation, operation, resource } from "@/lib/http/route";
import { countAttention } from "@/lib/reports/attention";
import { exportReceipts } from "@/lib/reports/export-receipts";
import { exportOrderLines, getProfitReport } from "@/lib/reports/profit";
import { attention, profitReport, reportQuery } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/reports", {
  countAttention: operation("GET /attention", {
    byPermissions: true,
    summary: "How many things of each kind wait for a person",
    response: attention,
    handle: ({ actor }) => countAttention(actor),
  }),
  exportOrderLines: csvOperation("GET /lines", {
    permission: "payments:read",
    query: reportQuery,
    summary: "Every order line as CSV; the amounts sum to the ledger's revenue",
    file: "order-lines.csv",
    read: exportOrderLines,
  }),
  getProfitReport: operation("GET /profit", {
    permission: "payments:read",
    query: reportQuery,
    response: profitReport,
    summary: "Sales, refunds, cost and profit by option, channel, buyer and day",
    handle: ({ query }) => getProfitReport(query),
  }),
  exportReceipts: csvOperation("GET /receipts", {
    permission: ["payments:read", "exports:read"],
    query: reportQuery,
    summary: "Receipts and credit notes of a period as CSV",
    file: "receipts.csv",
    read: exportReceipts,
  }),
});

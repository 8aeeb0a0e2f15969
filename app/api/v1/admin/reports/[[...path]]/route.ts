import { csvOperation, operation, resource } from "@/lib/http/route";
import { readMorning } from "@/lib/operations/morning/read-morning";
import { morning } from "@/lib/operations/morning/schema";
import { countAttention } from "@/lib/reports/attention";
import { enterCost } from "@/lib/reports/enter-cost";
import { exportReceipts } from "@/lib/reports/export-receipts";
import { exportOrderLines, getProfitReport } from "@/lib/reports/profit";
import { attention, enterCostBody, enteredCost, profitReport, reportQuery } from "@/lib/reports/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/reports", {
  countAttention: operation("GET /attention", {
    byPermissions: true,
    summary: "How many things of each kind wait for a person",
    response: attention,
    handle: ({ actor }) => countAttention(actor),
  }),
  exportOrderLines: csvOperation("GET /lines", {
    permission: "profit:read",
    query: reportQuery,
    summary: "Every line of the profit as CSV; sales, refunds and fees sum to the ledger's revenue",
    file: "order-lines.csv",
    read: exportOrderLines,
  }),
  getProfitReport: operation("GET /profit", {
    permission: "profit:read",
    query: reportQuery,
    response: profitReport,
    summary:
      "Sales, refunds, cost and profit by product, option, category, channel, buyer, supplier, coupon and day",
    handle: async ({ client, query }) => getProfitReport(query, await client.readLocale()),
  }),
  getMorning: operation("GET /morning", {
    permission: "orders:read",
    response: morning,
    summary:
      "What happened since the caller's last look, what waits, and the state of everything that a sale needs",
    handle: async ({ actor, client }) => readMorning(actor, await client.readLocale()),
  }),
  enterCost: operation("POST /costs", {
    permission: ["profit:read", "catalogue:write"],
    body: enterCostBody,
    response: enteredCost,
    summary: "Enter what an option costs where no cost was known",
    handle: ({ actor, client, body }) => enterCost(actor, client, body),
  }),
  exportReceipts: csvOperation("GET /receipts", {
    permission: ["payments:read", "exports:read"],
    query: reportQuery,
    summary: "Receipts and credit notes of a period as CSV",
    file: "receipts.csv",
    read: exportReceipts,
  }),
});

import { exportList } from "../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { writeAmount } from "../../core/money";
import { moneyRequestReader } from "./admin-queries";
import type { MoneyRequestQuery } from "./money-request-schema";

const columns = {
  id: "number",
  kind: "text",
  amount: "number",
  currency: "text",
  reference: "text",
  remark: "text",
  payment_reference: "text",
  status: "text",
  requested_by: "text",
  decided_by: "text",
  decision_note: "text",
  created_at: "time",
  expires_at: "time",
  decided_at: "time",
} as const;

/** The filtered list as CSV, oldest first. */
export const exportMoneyRequests = (actor: AdminActor, client: ClientInfo, query: MoneyRequestQuery) =>
  exportList(actor, client, {
    action: "money.export",
    target: "money_requests",
    columns,
    cell: (row, column) => {
      if (column === "amount") return writeAmount(row.amount, row.currency);
      return column === "requested_by" || column === "decided_by" ? (row[column]?.name ?? null) : row[column];
    },
    read: moneyRequestReader(query),
  });

import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { exportList } from "../../accounts/export-list";
import { writeAmount } from "../../core/money";
import { moneyRequestReader } from "./admin-queries";
import type { MoneyRequestQuery } from "./money-request-schema";

const columns = [
  "id",
  "kind",
  "amount",
  "currency",
  "reference",
  "remark",
  "payment_reference",
  "status",
  "requested_by",
  "decided_by",
  "decision_note",
  "created_at",
  "expires_at",
  "decided_at",
] as const;

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

import { formatMoney } from "../../../core/money";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import type { SiteStatement } from "../../../db/generated/client";
import { type Statement, settlementSources } from "./schema";

export const toStatement = (row: SiteStatement): Statement => ({
  id: row.id,
  from: toTime(row.periodFrom),
  to: toTime(row.periodTo),
  currency: row.currency,
  orders: row.orderCount,
  ordered: toMoney(row.orderedCents),
  refunds: row.refundCount,
  refunded: toMoney(row.refundedCents),
  amount: formatMoney(row.amountCents),
  closed_at: toTime(row.closedAt),
  settled_at: toTimeOrNull(row.settledAt),
  settled_from: settlementSources.find((source) => source === row.settledFrom) ?? null,
});

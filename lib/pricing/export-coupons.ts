import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { csvTable } from "../core/csv";
import { inTransaction } from "../db/transaction";
import { couponReader } from "./admin-queries";
import type { CouponListQuery, CouponView } from "./schema";

const columns = [
  "code",
  "kind",
  "percent",
  "value",
  "min_amount",
  "max_discount",
  "used_count",
  "total_limit",
  "per_buyer_limit",
  "product_ids",
  "level_ids",
  "starts_at",
  "ends_at",
  "is_active",
  "created_at",
] as const;

const cellOf = (value: CouponView[(typeof columns)[number]]) =>
  Array.isArray(value) ? value.join(" ") : typeof value === "boolean" ? String(value) : value;

/** The filtered list as CSV, oldest first. */
export async function exportCoupons(
  actor: AdminActor,
  client: ClientInfo,
  query: CouponListQuery,
): Promise<AsyncGenerator<string>> {
  await inTransaction((tx) =>
    recordAudit(tx, actor, client, { action: "coupon.export", target: "coupons", data: {} }),
  );
  return csvTable({
    columns,
    cells: (row) => columns.map((column) => cellOf(row[column])),
    read: couponReader(query),
  });
}

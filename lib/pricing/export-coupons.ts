import type { AdminActor, ClientInfo } from "../accounts/actor";
import { exportList } from "../accounts/export-list";
import { writeShopAmount } from "../core/money";
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

const amounts: readonly (typeof columns)[number][] = ["value", "min_amount", "max_discount"];

function cellOf(row: CouponView, column: (typeof columns)[number]) {
  const value = row[column];
  if (Array.isArray(value)) return value.join(" ");
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" && amounts.includes(column) ? writeShopAmount(value) : value;
}

/** The filtered list as CSV, oldest first. */
export const exportCoupons = (actor: AdminActor, client: ClientInfo, query: CouponListQuery) =>
  exportList(actor, client, {
    action: "coupon.export",
    target: "coupons",
    columns,
    cell: cellOf,
    read: couponReader(query),
  });

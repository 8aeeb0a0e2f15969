import type { AdminActor, ClientInfo } from "../accounts/actor";
import { exportList } from "../accounts/export-list";
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
export const exportCoupons = (actor: AdminActor, client: ClientInfo, query: CouponListQuery) =>
  exportList(actor, client, {
    action: "coupon.export",
    target: "coupons",
    columns,
    cell: (row, column) => cellOf(row[column]),
    read: couponReader(query),
  });

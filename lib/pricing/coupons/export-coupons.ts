import { exportList } from "../../accounts/staff/export-list";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { writeShopAmount } from "../../core/money";
import { couponReader } from "../admin-queries";
import type { CouponListQuery, CouponView } from "../schema";

const columns = {
  code: "text",
  kind: "text",
  percent: "number",
  value: "number",
  min_amount: "number",
  max_discount: "number",
  used_count: "number",
  total_limit: "number",
  per_buyer_limit: "number",
  product_ids: "text",
  level_ids: "text",
  starts_at: "time",
  ends_at: "time",
  is_active: "text",
  created_at: "time",
} as const;

const amounts: readonly (keyof typeof columns)[] = ["value", "min_amount", "max_discount"];

function cellOf(row: CouponView, column: keyof typeof columns) {
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

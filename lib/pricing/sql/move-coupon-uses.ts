import { sql, type UpdateQueryBuilder } from "kysely";
import { sourcesIn } from "../../core/shapes/moves";
import type { CouponUseStatus, Tables } from "../../db/generated/tables";
import { isAnyOf } from "../../db/sql-pieces";
import { couponUseMoves } from "../coupons/coupon-use-state";

/** The only place that changes the status of a coupon's use: the part of an UPDATE that moves it along its table. */
export const becoming =
  (to: CouponUseStatus) =>
  <R>(uses: UpdateQueryBuilder<Tables, "coupon_uses", "coupon_uses", R>) =>
    uses
      .set({ status: sql.lit(to) })
      .where(isAnyOf("coupon_uses.status", sourcesIn<CouponUseStatus>(couponUseMoves, to)));

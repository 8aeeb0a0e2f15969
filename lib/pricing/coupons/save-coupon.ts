import type { AdminActor, ClientInfo } from "../../acts/actor";
import { auditChanges, changesBetween } from "../../acts/audit-changes";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import type { Coupon } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import type { CouponBody } from "../schema";
import { lockCoupon } from "../sql/coupons";
import { couponView } from "../view";

const columns = (body: CouponBody) => ({
  code: body.code,
  kind: body.kind,
  valueCents: body.kind === "fixed" ? (body.value ?? 0n) : 0n,
  percent: body.kind === "percent" ? (body.percent ?? 0) : 0,
  minAmountCents: body.min_amount,
  maxDiscountCents: body.max_discount,
  totalLimit: body.total_limit,
  perBuyerLimit: body.per_buyer_limit,
  productIds: body.product_ids,
  levelIds: body.level_ids,
  startsAt: body.starts_at,
  endsAt: body.ends_at,
  isActive: body.is_active,
  updatedAt: now(),
});

/**
 * Creates a coupon, or changes the one named.
 * @throws AppError `not_found`, `state_conflict` when the code is taken or was used more often than the new limit
 */
export async function saveCoupon(
  actor: AdminActor,
  client: ClientInfo,
  couponId: number | null,
  body: CouponBody,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      const data = columns(body);
      let held: Coupon | null = null;
      if (couponId !== null) {
        // The row's lock keeps orders from counting up between this look and the write.
        await lockCoupon(tx, couponId);
        held = await tx.coupon.findUnique({ where: { id: couponId } });
        if (!held) throw notFound("coupon");
        requireUnchanged(couponView(held), body.seen);
        if (body.total_limit !== null && held.usedCount > body.total_limit) {
          throw new AppError("state_conflict", refusal("coupon_uses", { count: held.usedCount }), {
            field: "total_limit",
          });
        }
      }
      const after =
        couponId === null
          ? await tx.coupon.create({ data: { ...data, createdAt: now() } })
          : await tx.coupon.update({ where: { id: couponId }, data });
      const { id } = after;
      await recordAudit(tx, actor, client, {
        action: couponId === null ? "coupon.create" : "coupon.update",
        target: `coupon:${id}`,
        data: {
          code: body.code,
          ...(held ? auditChanges(changesBetween(held, after)) : { is_active: body.is_active }),
        },
      });
      return { id };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("state_conflict", "used_by_coupon", { field: "code" });
    throw error;
  }
}

import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";

/** @throws AppError `state_conflict` once an order used it: switch it off instead, so that its history stays. */
export async function deleteCoupon(
  actor: AdminActor,
  client: ClientInfo,
  couponId: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const coupon = await tx.coupon.findUnique({ where: { id: couponId } });
    if (!coupon) throw notFound("coupon");
    const { count } = await tx.coupon.deleteMany({ where: { id: couponId, uses: { none: {} } } });
    if (count === 0) throw new AppError("state_conflict", "coupon_has_orders");
    await recordAudit(tx, actor, client, {
      action: "coupon.delete",
      target: `coupon:${couponId}`,
      data: { code: coupon.code },
    });
    return { id: couponId };
  });
}

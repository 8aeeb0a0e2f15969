import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from "kysely";
import { now } from "../../core/clock";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";
import { becoming } from "./move-coupon-uses";

/** The keys under which this buyer may have used a coupon: with an account also its address, and with an address its account. */
function keysOfBuyer(buyerKey: string) {
  const userId = buyerKey.startsWith("user:") ? Number(buyerKey.slice("user:".length)) : null;
  const email = buyerKey.startsWith("email:") ? buyerKey.slice("email:".length) : null;
  const users = expressionBuilder<Tables>().selectFrom("users");
  const ofAddress = users
    .select((user) => sql<string>`'email:' || ${user.ref("users.email")}`.as("key"))
    .where("users.id", "=", sql<number>`${userId}::int4`);
  const ofAccount = users
    .select((user) => sql<string>`'user:' || ${user.ref("users.id")}`.as("key"))
    .where("users.email", "=", sql<string>`${email}::text`);
  return sql<string>`(SELECT ${buyerKey}::text UNION ALL ${ofAddress} UNION ALL ${ofAccount})`;
}

/** How often this buyer uses or used the coupon whose id stands in `couponId`. */
const usesOfBuyer = (couponId: Expression<number>, buyerKey: string): Expression<number> =>
  sql<number>`(${expressionBuilder<Tables>()
    .selectFrom("coupon_uses as use")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("use.coupon_id", "=", couponId)
    .where("use.status", "<>", sql.lit("released"))
    .where("use.buyer_key", "in", keysOfBuyer(buyerKey))})`;

type CouponExpression = ExpressionBuilder<Tables, "coupons">;

const hasUsesLeft = (coupon: CouponExpression): Expression<SqlBool> =>
  coupon.or([
    coupon("coupons.total_limit", "is", null),
    coupon("coupons.used_count", "<", coupon.ref("coupons.total_limit")),
  ]);

const hasUsesLeftFor =
  (buyerKey: string) =>
  (coupon: CouponExpression): Expression<SqlBool> =>
    coupon.or([
      coupon("coupons.per_buyer_limit", "is", null),
      coupon("coupons.per_buyer_limit", ">", usesOfBuyer(coupon.ref("coupons.id"), buyerKey)),
    ]);

/** A coupon by its normalised code, with how often this buyer used it. */
export const findCouponRow = (reader: SqlReader, code: string, buyerKey: string | null) =>
  reader.sql
    .selectFrom("coupons")
    .select((coupon) => [
      "id",
      "code",
      "kind",
      "value_cents as valueCents",
      "percent",
      "min_amount_cents as minAmountCents",
      "max_discount_cents as maxDiscountCents",
      "total_limit as totalLimit",
      "per_buyer_limit as perBuyerLimit",
      "used_count as usedCount",
      "product_ids as productIds",
      "level_ids as levelIds",
      "starts_at as startsAt",
      "ends_at as endsAt",
      "is_active as isActive",
      sql<number>`${buyerKey === null ? sql.lit(0) : usesOfBuyer(coupon.ref("coupons.id"), buyerKey)}`.as(
        "buyerUses",
      ),
    ])
    .where("code", "=", code)
    .executeTakeFirst();

export const lockUserRow = (tx: SqlReader, userId: number) =>
  tx.sql.selectFrom("users").select("id").where("id", "=", userId).forNoKeyUpdate().execute();

export const lockMemberLevel = (tx: SqlReader, levelId: number) =>
  tx.sql.selectFrom("member_levels").select("id").where("id", "=", levelId).forNoKeyUpdate().execute();

export const lockCoupon = (tx: SqlReader, couponId: number) =>
  tx.sql.selectFrom("coupons").select("id").where("id", "=", couponId).forUpdate().execute();

/** @returns false when it is switched off or has no use left. Its row stays locked. */
export async function countCouponUse(tx: SqlReader, couponId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("coupons")
    .set((coupon) => ({ used_count: coupon("used_count", "+", 1) }))
    .where("id", "=", couponId)
    .where("is_active", "=", true)
    .where(hasUsesLeft)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns false when the buyer has no use left. */
export async function insertCouponUse(
  tx: SqlReader,
  { couponId, orderId, buyerKey }: { couponId: number; orderId: number; buyerKey: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.sql
    .insertInto("coupon_uses")
    .columns(["coupon_id", "order_id", "buyer_key", "created_at"])
    .expression((query) =>
      query
        .selectFrom("coupons")
        .select([
          "coupons.id",
          typed(orderId, "int4").as("order_id"),
          typed(buyerKey, "text").as("buyer_key"),
          typed(now(), "timestamptz").as("created_at"),
        ])
        .where("coupons.id", "=", couponId)
        .where(hasUsesLeftFor(buyerKey)),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** A reserved use becomes a used one. One that was given back is counted again while the coupon's limit allows it. */
export const confirmCouponUse = (tx: SqlReader, orderId: number) =>
  tx.sql
    .with("open_use", (query) =>
      query
        .selectFrom("coupon_uses")
        .select(["id", "coupon_id", "status"])
        .where("order_id", "=", orderId)
        .where("status", "<>", "used")
        .forUpdate(),
    )
    .with("counted_again", (query) =>
      query
        .updateTable("coupons")
        .from("open_use")
        .set((coupon) => ({ used_count: coupon("coupons.used_count", "+", 1) }))
        .where("open_use.status", "=", "released")
        .whereRef("coupons.id", "=", "open_use.coupon_id")
        .where(hasUsesLeft)
        .returning("coupons.id"),
    )
    .updateTable("coupon_uses")
    .from("open_use")
    .whereRef("coupon_uses.id", "=", "open_use.id")
    .where((use) =>
      use.or([
        use("open_use.status", "=", "reserved"),
        use.exists(use.selectFrom("counted_again").select("counted_again.id")),
      ]),
    )
    .$call(becoming("used"))
    .execute();

/** Counts a use that was given back. @returns undefined when the coupon is off or has no use left. */
export const countReleasedUse = (tx: SqlReader, orderId: number) =>
  tx.sql
    .updateTable("coupons")
    .from("coupon_uses as use")
    .set((coupon) => ({ used_count: coupon("coupons.used_count", "+", 1) }))
    .where("use.order_id", "=", orderId)
    .where("use.status", "=", "released")
    .whereRef("coupons.id", "=", "use.coupon_id")
    .where("coupons.is_active", "=", true)
    .where(hasUsesLeft)
    .returning("use.buyer_key as buyerKey")
    .executeTakeFirst();

/** @returns false when the buyer has no use left. */
export async function reserveReleasedUse(tx: SqlReader, orderId: number, buyerKey: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("coupon_uses")
    .from("coupons")
    .where("coupon_uses.order_id", "=", orderId)
    .whereRef("coupons.id", "=", "coupon_uses.coupon_id")
    .where(hasUsesLeftFor(buyerKey))
    .$call(becoming("reserved"))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Takes back the count of an order's use, whatever became of the use. */
export const uncountUse = (tx: SqlReader, orderId: number) =>
  tx.sql
    .updateTable("coupons")
    .from("coupon_uses as use")
    .set((coupon) => ({ used_count: coupon("coupons.used_count", "-", 1) }))
    .where("use.order_id", "=", orderId)
    .whereRef("coupons.id", "=", "use.coupon_id")
    .execute();

/** Gives a reserved use back, once. */
export const releaseCouponUse = (tx: SqlReader, orderId: number) =>
  tx.sql
    .with("released_use", (query) =>
      query
        .updateTable("coupon_uses")
        .$call(becoming("released"))
        .where("order_id", "=", orderId)
        .returning("coupon_id"),
    )
    .updateTable("coupons")
    .from("released_use")
    .set((coupon) => ({ used_count: coupon("coupons.used_count", "-", 1) }))
    .whereRef("coupons.id", "=", "released_use.coupon_id")
    .execute();

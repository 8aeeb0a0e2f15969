import { notFound } from "../core/errors";
import { toMoney, toTime } from "../core/wire";
import { db } from "../db/client";
import { likeLiteral } from "../db/like-pattern";
import type { AdminMemberLevel, CouponList, CouponListQuery, CouponView } from "./schema";
import { couponView, memberLevelView } from "./view";

export async function listCoupons({ page, per_page, search }: CouponListQuery): Promise<CouponList> {
  const where = search ? { code: { contains: likeLiteral(search.toUpperCase()) } } : {};
  const [total, rows] = await Promise.all([
    db().coupon.count({ where }),
    db().coupon.findMany({ where, orderBy: { id: "desc" }, skip: (page - 1) * per_page, take: per_page }),
  ]);
  return { coupons: rows.map(couponView), total, page, per_page };
}

export async function getCoupon(couponId: number): Promise<CouponView> {
  const row = await db().coupon.findUnique({ where: { id: couponId } });
  if (!row) throw notFound("Coupon");
  return couponView(row);
}

/** The last orders that used a coupon. */
export async function listCouponUses(couponId: number, take = 50) {
  const rows = await db().couponUse.findMany({
    where: { couponId },
    orderBy: { id: "desc" },
    take,
    include: { order: { select: { orderNo: true, email: true, discountCents: true, status: true } } },
  });
  return rows.map((row) => ({
    order_no: row.order.orderNo,
    email: row.order.email,
    discount_amount: toMoney(row.order.discountCents),
    order_status: row.order.status,
    status: row.status,
    created_at: toTime(row.createdAt),
  }));
}

/** Every level, lowest first, with how many users have it and how many SKUs it prices. */
export async function listAdminMemberLevels(): Promise<AdminMemberLevel[]> {
  const rows = await db().memberLevel.findMany({
    orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
    include: { _count: { select: { users: true, prices: true } } },
  });
  return rows.map((row) => ({
    ...memberLevelView(row),
    sort_order: row.sortOrder,
    users: row._count.users,
    prices: row._count.prices,
  }));
}

export async function listLevelPrices(levelId: number) {
  const rows = await db().levelPrice.findMany({
    where: { levelId },
    orderBy: { skuId: "asc" },
    include: {
      sku: { select: { name: true, priceCents: true, product: { select: { id: true, title: true } } } },
    },
  });
  return rows.map((row) => ({
    sku_id: row.skuId,
    sku_name: row.sku.name,
    product_id: row.sku.product.id,
    product_title: row.sku.product.title,
    list_price: toMoney(row.sku.priceCents),
    price: toMoney(row.priceCents),
  }));
}

import { pricedOptions } from "../catalogue/priced-options";
import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import { readTranslations } from "../core/translations";
import { toMoney, toTime } from "../core/wire";
import { db } from "../db/client";
import { likeLiteral } from "../db/filters";
import type { Prisma } from "../db/generated/client";
import { siteUnitPrice } from "./quote";
import type { AdminMemberLevel, CouponList, CouponListQuery, CouponView } from "./schema";
import { countUsersOfLevels } from "./sql/prices";
import { couponView, memberLevelView } from "./view";

const couponFilter = ({ search }: Pick<CouponListQuery, "search">): Prisma.CouponWhereInput =>
  search ? { code: { contains: likeLiteral(search.toUpperCase()) } } : {};

export async function listCoupons({ page, per_page, search }: CouponListQuery): Promise<CouponList> {
  const where = couponFilter({ search });
  const [total, rows] = await Promise.all([
    db().coupon.count({ where }),
    db().coupon.findMany({ where, orderBy: { id: "desc" }, ...pageSlice({ page, per_page }) }),
  ]);
  return { coupons: rows.map(couponView), total, page, per_page };
}

/** The same rows a piece after the other, oldest first. */
export const couponReader = (query: CouponListQuery) => async (after: number, take: number) =>
  (
    await db().coupon.findMany({
      where: { AND: [couponFilter(query), { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take,
    })
  ).map(couponView);

export async function getCoupon(couponId: number): Promise<CouponView> {
  const row = await db().coupon.findUnique({ where: { id: couponId } });
  if (!row) throw notFound("coupon");
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

const lowestFirst = {
  orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
} satisfies Prisma.MemberLevelFindManyArgs;

/** Every level, lowest first, to choose from. */
export const listLevelChoices = (): Promise<{ id: number; name: string }[]> =>
  db().memberLevel.findMany({ ...lowestFirst, select: { id: true, name: true } });

/** Every level, lowest first, with how many users have it, as far as lists count, and how many SKUs it prices. */
export async function listAdminMemberLevels(): Promise<AdminMemberLevel[]> {
  const [rows, users] = await Promise.all([
    db().memberLevel.findMany({ ...lowestFirst, include: { _count: { select: { prices: true } } } }),
    countUsersOfLevels(),
  ]);
  return rows.map((row) => ({
    ...memberLevelView(row),
    sort_order: row.sortOrder,
    translations: readTranslations(row.translations),
    users: users.get(row.id) ?? 0,
    prices: row._count.prices,
  }));
}

export interface LevelPriceRow {
  sku_id: number;
  title: string;
  sku_name: string;
  list_price: string;
  /** List price after the level's discount. */
  level_price: string;
  own_price: string | null;
}

/** Every option with what this level pays for it, and by which rule. */
export async function listLevelPriceRows(
  levelId: number,
  { search, page, per_page }: { search?: string | undefined; page: number; per_page: number },
): Promise<{ rows: LevelPriceRow[]; total: number; page: number; per_page: number }> {
  const level = await db().memberLevel.findUnique({ where: { id: levelId } });
  if (!level) throw notFound("member_level");
  const { where, orderBy } = pricedOptions(search);
  const [total, rows] = await Promise.all([
    db().sku.count({ where }),
    db().sku.findMany({
      where,
      include: { product: { select: { title: true } }, levelPrices: { where: { levelId } } },
      orderBy,
      ...pageSlice({ page, per_page }),
    }),
  ]);
  return {
    rows: rows.map((row) => {
      const own = row.levelPrices[0]?.priceCents;
      return {
        sku_id: row.id,
        title: row.product.title,
        sku_name: row.name,
        list_price: toMoney(row.priceCents),
        level_price: toMoney(
          siteUnitPrice(row.priceCents, null, { percent: level.discountPercent, priceCents: null }),
        ),
        own_price: own === undefined ? null : toMoney(own),
      };
    }),
    total,
    page,
    per_page,
  };
}

import { saleRuleOf } from "../catalogue/sale-rule";
import { now } from "../core/clock";
import { notFound } from "../core/errors";
import { db } from "../db/client";
import type { PickList, PickQuery } from "./schema";
import { findFreeLabels } from "./sql/picks";

/**
 * Lists the public labels of free keys among which a buyer may choose, never the keys.
 * @throws AppError `not_found` unless the option is on sale and its seller lets buyers choose
 */
export async function listPicks(
  slug: string,
  { sku_id: skuId, search, after, per_page }: PickQuery,
): Promise<PickList> {
  const sku = await db().sku.findFirst({
    where: {
      id: skuId,
      isActive: true,
      isPickable: true,
      product: { slug, status: "active", category: { isActive: true } },
    },
    select: { saleOrder: true, minDaysLeft: true, hasUseBy: true },
  });
  if (!sku) throw notFound("option");
  const usableAfter = saleRuleOf(sku, now())?.usableAfter ?? null;
  const found = await findFreeLabels(db(), { skuId, search, after, usableAfter, limit: per_page + 1 });
  const shown = found.slice(0, per_page);
  return {
    picks: shown.map((label) => ({ label })),
    next: found.length > per_page ? (shown.at(-1) ?? null) : null,
  };
}

import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import type { LevelPricesPatch } from "../schema";
import { lockMemberLevel } from "../sql/coupons";
import { requirePricesUnchanged } from "./price-changes";
import { touchSkuPrices } from "./touch-sku-prices";

/** Changes a level's own prices; SKUs that are not named keep theirs. @throws AppError `not_found`, `malformed`, `state_conflict` */
export async function changeLevelPrices(
  actor: AdminActor,
  client: ClientInfo,
  levelId: number,
  { prices }: LevelPricesPatch,
): Promise<{ id: number }> {
  const skuIds = prices.map((price) => price.sku_id);
  return inTransaction(async (tx) => {
    await lockMemberLevel(tx, levelId);
    const level = await tx.memberLevel.findUnique({
      where: { id: levelId },
      include: { prices: { where: { skuId: { in: skuIds } } } },
    });
    if (!level) throw notFound("member_level");
    const known = await tx.sku.findMany({ where: { id: { in: skuIds } }, select: { id: true } });
    const knownIds = new Set(known.map((sku) => sku.id));
    const unknown = skuIds.findIndex((skuId) => !knownIds.has(skuId));
    if (unknown >= 0) throw new AppError("malformed", "unknown", { field: `prices.${unknown}.sku_id` });
    requirePricesUnchanged(level.prices, prices);
    await tx.levelPrice.deleteMany({ where: { levelId, skuId: { in: skuIds } } });
    await tx.levelPrice.createMany({
      data: prices.flatMap(({ sku_id: skuId, price }) =>
        price === null ? [] : [{ levelId, skuId, priceCents: price }],
      ),
    });
    await touchSkuPrices(tx, skuIds);
    await recordAudit(tx, actor, client, {
      action: "member_level.prices",
      target: `member_level:${levelId}`,
      data: { prices: prices.length, changed: prices.length },
    });
    return { id: levelId };
  });
}

import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { inTransaction } from "../../db/transaction";
import type { LevelPricesBody } from "../schema";
import { touchSkuPrices } from "./touch-sku-prices";

/** Replaces a level's own prices by the ones given. @throws AppError `not_found`, `malformed` for an unknown SKU */
export async function setLevelPrices(
  actor: AdminActor,
  client: ClientInfo,
  levelId: number,
  { prices }: LevelPricesBody,
): Promise<{ id: number }> {
  const skuIds = prices.map((price) => price.sku_id);
  return inTransaction(async (tx) => {
    const level = await tx.memberLevel.findUnique({ where: { id: levelId }, include: { prices: true } });
    if (!level) throw notFound("member_level");
    const known = new Set(
      (await tx.sku.findMany({ where: { id: { in: skuIds } }, select: { id: true } })).map((sku) => sku.id),
    );
    const unknown = skuIds.find((skuId) => !known.has(skuId));
    if (unknown !== undefined)
      throw new AppError("malformed", refusal("no_such_sku", { sku: unknown }), { field: "prices" });

    const before = new Map(level.prices.map((price) => [price.skuId, price.priceCents]));
    const after = new Map(prices.map((price) => [price.sku_id, price.price]));
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (skuId) => before.get(skuId) !== after.get(skuId),
    );
    await tx.levelPrice.deleteMany({ where: { levelId } });
    await tx.levelPrice.createMany({
      data: prices.map((price) => ({ levelId, skuId: price.sku_id, priceCents: price.price })),
    });
    await touchSkuPrices(tx, changed);
    await recordAudit(tx, actor, client, {
      action: "member_level.prices",
      target: `member_level:${levelId}`,
      data: { prices: prices.length, changed: changed.length },
    });
    return { id: levelId };
  });
}

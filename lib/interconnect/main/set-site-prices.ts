import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { formatMoney } from "../../core/money";
import { inTransaction } from "../../db/transaction";
import { requirePricesUnchanged } from "../../pricing/levels/price-changes";
import { lockSite } from "./sql/sites";

export interface SitePriceChange {
  sku_id: number;
  /** Null takes the own price away. */
  price: bigint | null;
  /** The own price that the operator read. */
  seen?: bigint | null | undefined;
}

/** Changes this agent's own prices; SKUs that are not named keep theirs. @throws AppError `not_found`, `malformed` */
export async function setSitePrices(
  actor: AdminActor,
  client: ClientInfo,
  siteId: number,
  changes: readonly SitePriceChange[],
): Promise<void> {
  await inTransaction(async (tx) => {
    await lockSite(tx, siteId);
    const skuIds = changes.map((change) => change.sku_id);
    const site = await tx.site.findUnique({
      where: { id: siteId },
      select: { prices: { where: { skuId: { in: skuIds } } } },
    });
    if (!site) throw notFound("site");
    requirePricesUnchanged(site.prices, changes);
    const known = await tx.sku.findMany({
      where: { id: { in: skuIds } },
      select: { id: true },
    });
    const knownIds = new Set(known.map((sku) => sku.id));
    for (const [index, { sku_id: skuId, price }] of changes.entries()) {
      if (!knownIds.has(skuId))
        throw new AppError("malformed", "unknown", { field: `prices.${index}.sku_id` });
      if (price === null) await tx.sitePrice.deleteMany({ where: { siteId, skuId } });
      else {
        await tx.sitePrice.upsert({
          where: { siteId_skuId: { siteId, skuId } },
          create: { siteId, skuId, priceCents: price, updatedAt: now() },
          update: { priceCents: price, updatedAt: now() },
        });
      }
    }
    // A price that is taken away leaves no row that says when: the whole list counts as changed (C43).
    if (changes.some(({ price }) => price === null)) {
      await tx.site.update({ where: { id: siteId }, data: { pricesChangedAt: now() } });
    }
    await recordAudit(tx, actor, client, {
      action: "site.set_prices",
      target: `site:${siteId}`,
      data: {
        prices: changes.map(({ sku_id, price }) => ({
          sku_id,
          price: price === null ? null : formatMoney(price),
        })),
      },
    });
  });
}

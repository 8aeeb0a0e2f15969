import { refreshProductPrice } from "../../catalogue/admin/refresh-product-price";
import { findBundlesBelowCost } from "../../catalogue/bundles/sql";
import { unlimitedStock } from "../../catalogue/schema";
import { now } from "../../core/clock";
import { maxCents, writeShopCents } from "../../core/money";
import { toRateE8 } from "../../core/rate";
import type { Prisma } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { localCost, localPrice, type PriceRule } from "./price-rule";
import { setStock } from "./sql/connections";

const include = {
  upstreamSku: true,
  connection: {
    select: {
      name: true,
      rate: true,
      markupBps: true,
      fixedCents: true,
      roundToCents: true,
      status: true,
      needsRate: true,
    },
  },
  sku: {
    select: {
      id: true,
      productId: true,
      priceCents: true,
      costCents: true,
      isActive: true,
      name: true,
      stock: true,
    },
  },
} satisfies Prisma.SkuMappingInclude;

type Mapping = Prisma.SkuMappingGetPayload<{ include: typeof include }>;

/** The mapping's own mark-up and fixed part go before the connection's. */
export const ruleOf = ({
  connection,
  markupBps,
  fixedCents,
}: Pick<Mapping, "connection" | "markupBps" | "fixedCents">): PriceRule => ({
  rateE8: toRateE8(connection.rate),
  markupBps: markupBps ?? connection.markupBps,
  fixedCents: fixedCents ?? connection.fixedCents,
  roundToCents: connection.roundToCents,
});

async function mirrorStock(tx: Tx, { upstreamSku, connection, sku }: Mapping): Promise<void> {
  const isOnSale = upstreamSku.isActive && connection.status === "active" && !connection.needsRate;
  const available = isOnSale ? upstreamSku.stock : 0;
  const isUnlimited = available >= unlimitedStock;
  await setStock(tx, sku.id, { available: isUnlimited ? 0 : available, isUnlimited });
}

/** An amount that the wire cannot carry would break every list with it: the SKU is paused and keeps its price. */
async function pauseUnpriceable(tx: Tx, { upstreamSku, connection, sku, skuId }: Mapping): Promise<boolean> {
  if (!sku.isActive) return false;
  await tx.skuMapping.update({ where: { skuId }, data: { pausedAt: now() } });
  await tx.sku.update({ where: { id: sku.id }, data: { isActive: false, updatedAt: now() } });
  await raiseAlert(tx, {
    kind: "upstream.price_out_of_range",
    data: {
      title: `${upstreamSku.title} ${sku.name}`,
      connection: connection.name,
      limit: writeShopCents(maxCents),
    },
    reference: `sku:${skuId}`,
  });
  return true;
}

/** C61: below cost nothing is sold. What we stopped starts again by itself; what the operator stopped stays stopped. */
async function guardCost(
  tx: Tx,
  { upstreamSku, connection, sku, pausedAt, skuId }: Mapping,
  price: bigint,
  cost: bigint,
) {
  const isLoss = cost > price;
  if (isLoss && sku.isActive) {
    await tx.skuMapping.update({ where: { skuId }, data: { pausedAt: now() } });
    await raiseAlert(tx, {
      kind: "upstream.below_cost",
      data: {
        title: `${upstreamSku.title} ${sku.name}`,
        connection: connection.name,
        cost: writeShopCents(cost),
        price: writeShopCents(price),
      },
      reference: `sku:${skuId}`,
    });
    return false;
  }
  if (!isLoss && pausedAt) {
    await tx.skuMapping.update({ where: { skuId }, data: { pausedAt: null } });
    return true;
  }
  return sku.isActive;
}

async function mirrorPrice(tx: Tx, mapping: Mapping): Promise<boolean> {
  // A price in another currency is no cost that could be compared.
  if (mapping.connection.needsRate) return false;
  const { sku, upstreamSku, isPriceAuto } = mapping;
  const rule = ruleOf(mapping);
  const costCents = localCost(upstreamSku.costCents, rule);
  const priceCents = isPriceAuto ? localPrice(upstreamSku.costCents, rule) : sku.priceCents;
  if (costCents > maxCents || priceCents > maxCents) return pauseUnpriceable(tx, mapping);
  const isActive = await guardCost(tx, mapping, priceCents, costCents);
  if (priceCents === sku.priceCents && costCents === sku.costCents && isActive === sku.isActive) return false;
  await tx.sku.update({ where: { id: sku.id }, data: { priceCents, costCents, isActive, updatedAt: now() } });
  return true;
}

/** C61 for bundles: what is sold below the cost of its parts is off sale until prices fit again; the operator is told. */
async function noteLossyBundles(tx: Tx, mappings: readonly Mapping[]): Promise<void> {
  const connections = [...new Set(mappings.map(({ connection }) => connection.name))].join(", ");
  const skuIds = mappings.map(({ skuId }) => skuId);
  for (const bundle of await findBundlesBelowCost(tx, skuIds)) {
    await raiseAlert(tx, {
      kind: "upstream.below_cost",
      data: {
        title: bundle.title,
        connection: connections,
        cost: writeShopCents(bundle.costCents),
        price: writeShopCents(bundle.priceCents),
      },
      reference: `sku:${bundle.skuId}`,
    });
  }
}

/** Updates our SKUs from what was pulled: stock, cost, price by rule. Only what differs is written. */
export async function mirrorSkus(tx: Tx, where: Prisma.SkuMappingWhereInput): Promise<void> {
  const mappings = await tx.skuMapping.findMany({ where, include, orderBy: { skuId: "asc" } });
  const changed: Mapping[] = [];
  for (const mapping of mappings) {
    await mirrorStock(tx, mapping);
    if (await mirrorPrice(tx, mapping)) changed.push(mapping);
  }
  if (changed.length === 0) return;
  const products = new Set(changed.map(({ sku }) => sku.productId));
  await refreshProductPrice(
    tx,
    [...products].sort((a, b) => a - b),
  );
  await noteLossyBundles(tx, changed);
}

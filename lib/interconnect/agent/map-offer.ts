import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { requireNoBundle } from "../../catalogue/bundles/bundle-rules";
import { lockSkus } from "../../catalogue/bundles/sql";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import type { Said } from "../../core/refusals/refusal";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { toMoney } from "../../core/wire";
import type { SkuMapping } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { addedFulfillers } from "../../fulfillment/find-fulfiller";
import type { MapOffer } from "./admin/mapping-schema";
import { mirrorSkus } from "./mirror-skus";
import { countOwnKeys, lockConnection } from "./sql/connections";

const conflict = (said: Said) => new AppError("state_conflict", said);

/** A SKU that is sold from its own keys cannot be sold from elsewhere at the same time. */
async function takeOver(tx: Tx, skuId: number): Promise<void> {
  // Staff who make it a bundle at the same time wait, or are seen here.
  await lockSkus(tx, [skuId]);
  const sku = await tx.sku.findUnique({ where: { id: skuId }, select: { fulfillers: true, mapping: true } });
  if (!sku) throw new AppError("malformed", "unknown", { field: "sku_id" });
  requireNoBundle(sku);
  if (sku.mapping) throw conflict("sku_mapped");
  // Locks the counters, too: who orders now, or puts keys back, waits and finds a SKU of the main site.
  const { count } = await tx.skuStock.updateMany({
    where: { skuId, reserved: 0 },
    data: { changedAt: now(), isAsked: false },
  });
  if (count === 0) throw conflict("sku_units_reserved");
  // From now on the main site says how many there are and delivers: what the option delivered itself is not handed over as well.
  for (const { changed } of addedFulfillers) await changed?.(tx, skuId, null, {});
  const keys = await tx.secret.count({ where: { skuId, status: "available" } });
  if (keys > 0) throw conflict("own_keys");
  await tx.sku.update({
    where: { id: skuId },
    data: { source: "upstream", fulfillers: [], updatedAt: now() },
  });
}

/** The SKU is ours alone again, with the keys of its own that are free. Purchases under way go on. */
async function giveBack(tx: Tx, skuId: number): Promise<void> {
  await tx.skuMapping.delete({ where: { skuId } });
  await tx.sku.update({ where: { id: skuId }, data: { source: "local", updatedAt: now() } });
  await countOwnKeys(tx, skuId);
}

const mappingFields = (mapping: SkuMapping | null) => ({
  sku_id: mapping?.skuId ?? null,
  is_price_auto: mapping?.isPriceAuto ?? true,
  markup_bps: mapping?.markupBps ?? null,
  fixed: mapping?.fixedCents == null ? null : toMoney(mapping.fixedCents),
  repeats: mapping?.repeats ?? "never",
});

/** C61: which of our SKUs is sold from this offer, and by which pricing rule. */
export async function mapOffer(
  actor: AdminActor,
  client: ClientInfo,
  connectionId: number,
  input: MapOffer,
): Promise<void> {
  await inTransaction(async (tx) => {
    await lockConnection(tx, connectionId);
    const offer = await tx.upstreamSku.findFirst({
      where: { id: input.offer_id, connectionId },
      include: { mapping: true, connection: { select: { needsRate: true } } },
    });
    if (!offer) throw notFound("offer");
    if (input.sku_id !== null && offer.connection.needsRate) throw conflict("connection_needs_rate");
    requireUnchanged(mappingFields(offer.mapping), input.seen);
    const { sku_id: skuId } = input;
    if (offer.mapping && offer.mapping.skuId !== skuId) await giveBack(tx, offer.mapping.skuId);
    if (skuId !== null) {
      const rule = {
        isPriceAuto: input.is_price_auto,
        markupBps: input.markup_bps,
        fixedCents: input.fixed,
        // A program that does not know the setting leaves it as it is.
        ...(input.repeats === undefined ? {} : { repeats: input.repeats }),
      };
      if (offer.mapping?.skuId === skuId) await tx.skuMapping.update({ where: { skuId }, data: rule });
      else {
        await takeOver(tx, skuId);
        await tx.skuMapping.create({ data: { skuId, connectionId, upstreamSkuId: offer.id, ...rule } });
      }
      await mirrorSkus(tx, { skuId });
    }
    await recordAudit(tx, actor, client, {
      action: skuId === null ? "connection.unmap" : "connection.map",
      target: `connection:${connectionId}`,
      data: { offer: offer.id, sku: skuId, ...(input.repeats ? { repeats: input.repeats } : {}) },
    });
  });
}

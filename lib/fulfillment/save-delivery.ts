import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { checkSaved } from "../catalogue/admin/save-product";
import { lockProduct } from "../catalogue/admin/update-product";
import { requireNoBundle } from "../catalogue/bundles/bundle-rules";
import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import { requireUnchanged } from "../core/refusals/require-unchanged";
import { parseSettings } from "../core/shapes/named-settings";
import { isRecord } from "../core/shapes/records";
import type { Sku } from "../db/generated/client";
import { inTransaction } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { addedFulfillers, findAddedFulfillers } from "./find-fulfiller";
import type { AddedFulfiller } from "./fulfiller";
import { settingsOf, shownSettings } from "./read-settings";
import type { Delivery, DeliveryBody } from "./schema";

/** As the form of an option's delivery shows it. */
const shownDelivery = ({ fulfillers, fulfillerSettings }: Pick<Sku, "fulfillers" | "fulfillerSettings">) => ({
  fulfillers,
  settings: Object.fromEntries(
    findAddedFulfillers(fulfillers).map(({ code, fields }) => [
      code,
      shownSettings(fulfillerSettings, code, fields),
    ]),
  ),
});

/** @throws AppError `malformed` */
function chooseFulfillers(had: readonly string[], body: DeliveryBody): AddedFulfiller[] {
  const { fulfillers, settings = {} } = body;
  const named = [...(fulfillers ?? had), ...Object.keys(settings)];
  if (named.some((code) => !addedFulfillers.some((one) => one.code === code)))
    throw new AppError("malformed", "not_a_fulfiller", { field: "fulfillers" });
  const asked = fulfillers ?? named;
  return addedFulfillers.filter(({ code }) => asked.includes(code) && settings[code] !== null);
}

/**
 * Replaces the further goods that an option delivers from now on. Orders keep those with which they were placed; one
 * that failed for want of settings is delivered now.
 * @throws AppError `not_found`, `malformed`, `state_conflict`
 */
export async function saveDelivery(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
  body: DeliveryBody,
): Promise<Delivery> {
  return inTransaction(async (tx) => {
    const found = await tx.sku.findUnique({ where: { id: skuId }, select: { productId: true } });
    if (!found) throw notFound("option");
    await lockProduct(tx, found.productId);
    const sku = await tx.sku.findUniqueOrThrow({ where: { id: skuId } });
    requireNoBundle(sku);
    requireUnchanged(shownDelivery(sku), body.seen);
    if (sku.source !== "local") throw new AppError("state_conflict", "delivered_by_main_site");
    const chosen = chooseFulfillers(sku.fulfillers, body);
    const kept = Object.fromEntries(
      chosen.map((fulfiller) => {
        const stored = settingsOf(sku.fulfillerSettings, fulfiller.code);
        const given = body.settings?.[fulfiller.code] ?? stored;
        return [fulfiller.code, parseSettings(fulfiller.settings, given, ["settings", fulfiller.code])];
      }),
    );
    const codes = chosen.map(({ code }) => code);
    const stored = { ...(isRecord(sku.fulfillerSettings) ? sku.fulfillerSettings : {}), ...kept };
    await tx.sku.update({
      where: { id: skuId },
      data: { fulfillers: codes, fulfillerSettings: JSON.parse(JSON.stringify(stored)), updatedAt: now() },
    });
    await checkSaved(tx, sku.productId);
    for (const { code, changed } of addedFulfillers)
      if (codes.includes(code) || sku.fulfillers.includes(code))
        await changed?.(
          tx,
          skuId,
          codes.includes(code) ? (kept[code] ?? {}) : null,
          settingsOf(sku.fulfillerSettings, code),
        );
    await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
    await recordAudit(tx, actor, client, {
      action: "sku.delivery",
      target: `sku:${skuId}`,
      data: { fulfillers: codes },
    });
    return { fulfillers: codes, settings: kept };
  });
}

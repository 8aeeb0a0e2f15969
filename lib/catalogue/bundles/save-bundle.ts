import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { isRecord } from "../../core/shapes/records";
import { inTransaction, type Tx } from "../../db/transaction";
import { refreshProductPrice } from "../admin/refresh-product-price";
import { checkSaved } from "../admin/save-product";
import { lockProduct } from "../admin/update-product";
import { percentOf } from "./bundle-rules";
import { isBelowCost } from "./bundle-stock";
import { viewBundle } from "./get-bundle";
import { type Bundle, type BundleBody, bundleFulfillers, isBundle } from "./schema";
import { findBundleParts, lockSkus } from "./sql";

type Part = BundleBody["parts"][number];

/** As an operator read it. */
async function composition(tx: Tx, skuId: number, fulfillerSettings: unknown) {
  const parts = await findBundleParts(tx, [skuId]);
  return {
    parts: parts.map((part) => ({ sku_id: part.skuId, quantity: part.quantity })),
    percent: percentOf(fulfillerSettings),
  };
}

/** A bundle has no bundles in it, so that none can hold itself; the caller has locked the options. @throws AppError */
async function checkParts(tx: Tx, skuId: number, parts: readonly Part[]): Promise<void> {
  const ids = parts.map((part) => part.sku_id);
  const rows = await tx.sku.findMany({
    where: { id: { in: ids } },
    select: { id: true, fulfillers: true, product: { select: { formFields: true } } },
  });
  for (const [index, id] of ids.entries()) {
    const at = { field: `parts.${index}.sku_id` };
    const sku = rows.find((row) => row.id === id);
    if (!sku) throw new AppError("malformed", "no_such_option", at);
    if (ids.indexOf(id) !== index) throw new AppError("malformed", "part_twice", at);
    if (id === skuId || isBundle(sku)) throw new AppError("malformed", "bundle_in_bundle", at);
    // Nobody would ask the buyer.
    if (Array.isArray(sku.product.formFields) && sku.product.formFields.length > 0)
      throw new AppError("malformed", "part_asks_buyer", at);
  }
}

/** @throws AppError `state_conflict` for an option that cannot be sold as parts */
async function checkOwner(tx: Tx, skuId: number, kind: string): Promise<void> {
  const sku = await tx.sku.findUniqueOrThrow({ where: { id: skuId } });
  if (sku.source !== "local") throw new AppError("state_conflict", "delivered_by_main_site");
  if (kind !== "text") throw new AppError("state_conflict", "bundle_needs_text");
  if (sku.fulfillers.length > 0 && !isBundle(sku)) throw new AppError("state_conflict", "bundle_is_alone");
  if ((await tx.bundlePart.count({ where: { partSkuId: skuId } })) > 0)
    throw new AppError("state_conflict", "bundle_in_bundle");
}

async function write(tx: Tx, skuId: number, { parts, percent, price }: BundleBody): Promise<void> {
  const { fulfillerSettings } = await tx.sku.findUniqueOrThrow({ where: { id: skuId } });
  await tx.bundlePart.deleteMany({ where: { bundleSkuId: skuId } });
  await tx.bundlePart.createMany({
    data: parts.map((part, index) => ({
      bundleSkuId: skuId,
      position: index + 1,
      partSkuId: part.sku_id,
      quantity: part.quantity,
    })),
  });
  const settings = {
    ...(isRecord(fulfillerSettings) ? fulfillerSettings : {}),
    bundle: { percent: percent ?? null },
  };
  await tx.sku.update({
    where: { id: skuId },
    data: {
      fulfillers: parts.length > 0 ? bundleFulfillers : [],
      fulfillerSettings: JSON.parse(JSON.stringify(settings)),
      updatedAt: now(),
      ...(price === undefined ? {} : { priceCents: price }),
    },
  });
  // Its parts are counted, and it is not.
  if (parts.length > 0)
    await tx.skuStock.updateMany({ where: { skuId }, data: { isUnlimited: true, changedAt: now() } });
}

/**
 * Makes an option a bundle of others, or with no parts an option like any other. Orders keep what they were placed with.
 * @throws AppError `not_found`, `malformed`, `state_conflict`
 */
export async function saveBundle(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
  body: BundleBody,
): Promise<Bundle> {
  return inTransaction(async (tx) => {
    const found = await tx.sku.findUnique({ where: { id: skuId }, select: { productId: true } });
    if (!found) throw notFound("option");
    const product = await lockProduct(tx, found.productId);
    await lockSkus(tx, [skuId, ...body.parts.map((part) => part.sku_id)]);
    const before = await tx.sku.findUniqueOrThrow({ where: { id: skuId } });
    requireUnchanged(await composition(tx, skuId, before.fulfillerSettings), body.seen);
    if (body.parts.length > 0) {
      await checkOwner(tx, skuId, product.autoSecretKind);
      await checkParts(tx, skuId, body.parts);
    } else if (!isBundle(before)) return viewBundle(tx, skuId);
    await write(tx, skuId, body);
    await refreshProductPrice(tx, [found.productId]);
    await checkSaved(tx, found.productId);
    if (isBelowCost(await findBundleParts(tx, [skuId])))
      throw new AppError("malformed", "below_cost_of_parts", {
        field: body.percent == null ? "price" : "percent",
      });
    const saved = await viewBundle(tx, skuId);
    await recordAudit(tx, actor, client, {
      action: "sku.bundle",
      target: `sku:${skuId}`,
      data: { parts: body.parts, percent: saved.percent, price: saved.price },
    });
    return saved;
  });
}

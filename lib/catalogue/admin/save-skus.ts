import { now } from "../../core/clock";
import { AppError, isAppError } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { mergeTranslations } from "../../core/translations";
import type { Tx } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { enqueue } from "../../jobs/enqueue";
import { requireNoParts, requireOwnPrice } from "../bundles/bundle-rules";
import { findSoldBundle } from "../bundles/sql";
import { isKeyed, type SecretKind } from "../schema";
import { sealSkuContent } from "../sku-content";
import type { SkuBody, SkuPatch } from "./schema";

export interface ProductOfSkus {
  productId: number;
  kind: SecretKind;
}

interface StockTarget {
  isUnlimited: boolean;
  available?: number;
}

/** Undefined leaves the counter alone; null has no end. */
function stockTarget(kind: SecretKind, stock: number | null | undefined): StockTarget {
  if (isKeyed(kind) || stock === undefined) return { isUnlimited: false };
  return stock === null ? { isUnlimited: true } : { isUnlimited: false, available: stock };
}

const seenStock = (seen: number | null | undefined) =>
  seen === undefined ? {} : seen === null ? { isUnlimited: true } : { isUnlimited: false, available: seen };

const columns = (input: SkuPatch) => ({
  code: input.code,
  name: input.name,
  spec: input.spec,
  priceCents: input.price,
  originalPriceCents: input.original_price,
  costCents: input.cost_price,
  isActive: input.is_active,
  saleOrder: input.sale_order,
  minDaysLeft: input.min_days_left,
  isPickable: input.is_pickable,
  wholesale: input.wholesale?.map(({ min_quantity, price, percent }) => ({
    min_quantity,
    ...(price === undefined ? { percent } : { price_cents: String(price) }),
  })),
});

async function createSku(
  tx: Tx,
  { productId, kind }: ProductOfSkus,
  input: SkuBody,
  sortOrder: number,
): Promise<void> {
  const unlimitedByDefault = isKeyed(kind) ? undefined : (input.stock ?? null);
  const row = await tx.sku.create({
    data: {
      ...columns(input),
      code: input.code,
      name: input.name,
      priceCents: input.price,
      translations: mergeTranslations({}, input.translations),
      productId,
      sortOrder,
      createdAt: now(),
      updatedAt: now(),
      stock: { create: { ...stockTarget(kind, unlimitedByDefault), changedAt: now() } },
    },
  });
  if (input.content !== undefined) {
    await tx.sku.update({
      where: { id: row.id },
      data: { contentSealed: sealSkuContent(row.id, input.content) },
    });
  }
}

/** The step behind both the product form and the quick edit of one SKU. */
export async function changeSku(
  tx: Tx,
  kind: SecretKind,
  skuId: number,
  input: SkuPatch,
  sortOrder?: number,
): Promise<void> {
  // A raised cap or a new text serves orders that were paid while it was short (C24), as an import does.
  if (input.stock !== undefined || input.content !== undefined)
    await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
  const before = input.translations
    ? await tx.sku.findUnique({ where: { id: skuId }, select: { translations: true } })
    : null;
  await tx.sku.update({
    where: { id: skuId },
    data: {
      ...columns(input),
      translations: mergeTranslations(before?.translations, input.translations),
      sortOrder,
      updatedAt: now(),
      ...(input.content === undefined ? {} : { contentSealed: sealSkuContent(skuId, input.content) }),
    },
  });
  if (input.stock !== undefined && !isKeyed(kind)) {
    if ((await tx.sku.count({ where: { id: skuId, source: "local" } })) === 0)
      throw new AppError("malformed", "stock_of_main_site", {
        field: "stock",
      });
    if ((await tx.skuStock.count({ where: { skuId, isAsked: true } })) > 0)
      throw new AppError("malformed", "stock_of_server", { field: "stock" });
    const { count } = await tx.skuStock.updateMany({
      where: { skuId, ...seenStock(input.stock_seen) },
      data: { ...stockTarget(kind, input.stock), changedAt: now() },
    });
    if (count === 0) throw new AppError("state_conflict", "changed_meanwhile", { field: "stock" });
  }
}

/** @throws AppError `state_conflict` for an option that was ever sold or holds keys: it can be deactivated. */
async function removeSkus(
  tx: Tx,
  productId: number,
  removed: readonly { id: number; code: string }[],
): Promise<void> {
  if (removed.length === 0) return;
  const ids = removed.map((sku) => sku.id);
  const ofThese = { where: { skuId: { in: ids } }, select: { skuId: true } };
  const used =
    (await tx.secret.findFirst(ofThese)) ??
    (await tx.orderItem.findFirst(ofThese)) ??
    (await findSoldBundle(tx, productId, ids)) ??
    (await tx.skuMapping.findFirst(ofThese));
  if (used) {
    const code = removed.find((sku) => sku.id === used.skuId)?.code ?? "";
    throw new AppError("state_conflict", refusal("option_in_use", { code }), {
      field: "skus",
    });
  }
  await requireNoParts(tx, { id: { in: ids } });
  await tx.sku.deleteMany({ where: { id: { in: ids } } });
}

/** Makes the product's SKUs what `inputs` says, in that order. The caller holds the product's row lock. */
export async function saveSkus(tx: Tx, product: ProductOfSkus, inputs: readonly SkuBody[]): Promise<void> {
  const existing = await tx.sku.findMany({
    where: { productId: product.productId },
    select: { id: true, code: true, priceCents: true, fulfillers: true, fulfillerSettings: true },
  });
  const known = new Map(existing.map((sku) => [sku.id, sku]));
  for (const [index, input] of inputs.entries()) {
    if (input.id !== undefined && !known.has(input.id)) {
      throw new AppError("malformed", "not_an_option", { field: `skus.${index}.id` });
    }
  }
  const kept = new Set(inputs.map((input) => input.id));
  await removeSkus(
    tx,
    product.productId,
    existing.filter((sku) => !kept.has(sku.id)),
  );
  for (const [index, input] of inputs.entries()) {
    try {
      const before = input.id === undefined ? undefined : known.get(input.id);
      if (!before) await createSku(tx, product, input, index);
      else {
        requireOwnPrice(before, input.price);
        await changeSku(tx, product.kind, before.id, input, index);
      }
    } catch (error) {
      if (isAppError(error) && error.field) throw error.at(`skus.${index}.${error.field}`);
      if (!isUniqueViolation(error, "skus_product_id_code_key")) throw error;
      throw new AppError("state_conflict", "used_by_option", { field: `skus.${index}.code` });
    }
  }
}

import { isBundleSold } from "../catalogue/bundles/bundle-stock";
import type { PartRow } from "../catalogue/bundles/sql";
import { saleRuleOf } from "../catalogue/sale-rule";
import { AppError } from "../core/errors";
import { allocateCents, type Cents, shopStep } from "../core/money";
import { refusal } from "../core/refusals/refusal";
import { itemNames } from "./item-names";
import type { OrderQuoteLine, SoldIn } from "./types";

/** As the parts' own prices relate; free parts share by their units. */
function weightsOf(parts: readonly PartRow[]): Cents[] {
  const priced = parts.map(({ priceCents, quantity }) => priceCents * BigInt(quantity));
  return priced.some((cents) => cents > 0n) ? priced : parts.map(({ quantity }) => BigInt(quantity));
}

/**
 * The items that a line of bundles becomes. Each has its share of what the line costs, to the cent, before and after the
 * coupon. @throws AppError `insufficient_stock` when a part is not sold any more, or all are sold at a loss
 */
export function shareBundle(line: OrderQuoteLine, parts: readonly PartRow[], at: Date): OrderQuoteLine[] {
  const { title, quantity } = line;
  if (!isBundleSold(parts))
    throw new AppError("insufficient_stock", refusal("sold_out", { title, quantity }), {
      product: line.slug,
    });
  const weights = weightsOf(parts);
  const before = allocateCents(line.unitPriceCents * BigInt(quantity), weights);
  const after = allocateCents(line.totalCents, weights);
  return parts.map((part, index): OrderQuoteLine => {
    const units = part.quantity * quantity;
    // Rounded down: where units do not divide a share, the item's total is what counts.
    const unitCents = ((before[index] ?? 0n) / (BigInt(units) * shopStep())) * shopStep();
    return {
      productId: part.productId,
      categoryIds: [part.categoryId, part.parentCategoryId].filter((id) => id !== null),
      skuId: part.skuId,
      slug: part.slug,
      ...itemNames(part),
      quantity: units,
      listUnitCents: unitCents,
      unitPriceCents: unitCents,
      totalCents: after[index] ?? 0n,
      costCents: part.costCents,
      delivery: part.autoSecretKind === "none" ? "manual" : "auto",
      autoSecretKind: part.autoSecretKind,
      source: part.source,
      fulfillers: part.fulfillers,
      sale: saleRuleOf(part, at),
      purchaseType: line.purchaseType,
      instructions: part.productTexts?.instructions ?? part.instructions,
      deliveryHours: part.autoSecretKind === "none" ? part.deliveryHours : null,
      formFields: [],
    };
  });
}

/** The lines with the parts of those that are bundles. */
export function shareBundles(
  lines: readonly OrderQuoteLine[],
  parts: ReadonlyMap<number, readonly PartRow[]>,
  at: Date,
): OrderQuoteLine[] {
  let count = 0;
  return lines.map((line) => {
    const own = parts.get(line.skuId);
    if (!own) return line;
    count += 1;
    const { productId, skuId, slug, title, skuName, quantity } = line;
    const bundle: SoldIn = { line: count, productId, skuId, slug, title, skuName, quantity };
    return { ...line, parts: shareBundle(line, own, at).map((part) => ({ ...part, bundle })) };
  });
}

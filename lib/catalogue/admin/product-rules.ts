import { AppError } from "../../core/errors";
import { compilePattern } from "../../core/formats/linear-pattern";
import { refusal, type Said } from "../../core/refusals/refusal";
import type { FormField } from "../schema";
import { isKeyed, type SecretKind } from "../schema";
import { readTiers, type WholesalePrice, wholesalePrices, wholesaleProblem } from "../wholesale";
import type { ProductPatch } from "./schema";

const malformed = (field: string, said: Said) => new AppError("malformed", said, { field });

function checkFormFields(fields: readonly FormField[]): void {
  const keys = new Set<string>();
  for (const [index, field] of fields.entries()) {
    const at = `form_fields.${index}`;
    if (keys.has(field.key)) throw malformed(`${at}.key`, "used_by_field");
    keys.add(field.key);
    if ((field.type === "select") !== (field.options !== undefined)) {
      throw malformed(
        `${at}.options`,
        field.type === "select" ? "required_for_selection" : "only_for_selection",
      );
    }
    if (field.pattern === undefined) continue;
    if (!compilePattern(field.pattern)) throw malformed(`${at}.pattern`, "not_linear_pattern");
  }
}

function checkWholesale(tiers: NonNullable<ProductPatch["wholesale"]>): void {
  const sorted = [...tiers].sort((a, b) => a.min_quantity - b.min_quantity);
  for (const [index, tier] of sorted.entries()) {
    const before = sorted[index - 1];
    if (!before) continue;
    if (before.min_quantity === tier.min_quantity)
      throw malformed("wholesale", refusal("tier_twice", { quantity: tier.min_quantity }));
    if (tier.price >= before.price) throw malformed("wholesale", "tier_not_cheaper");
  }
}

function checkSkus(skus: NonNullable<ProductPatch["skus"]>, kind: SecretKind): void {
  const codes = new Set<string>();
  for (const [index, sku] of skus.entries()) {
    const at = `skus.${index}`;
    if (codes.has(sku.code)) throw malformed(`${at}.code`, "used_by_option");
    codes.add(sku.code);
    if (sku.original_price != null && sku.original_price < sku.price) {
      throw malformed(`${at}.original_price`, "not_below_price");
    }
    if (isKeyed(kind) && sku.stock !== undefined) throw malformed(`${at}.stock`, "counted_from_keys");
    if (kind !== "text" && sku.content !== undefined)
      throw malformed(`${at}.content`, "only_for_text_product");
  }
}

export interface ProductShape {
  kind: SecretKind;
  minQuantity: number;
  maxQuantity: number;
}

/** Checks the rules that join members, which a schema cannot say. `shape` is the product as it will be. */
export function checkProduct(input: ProductPatch, shape: ProductShape): void {
  if (shape.minQuantity > shape.maxQuantity) throw malformed("max_quantity", "not_below_min_quantity");
  if (input.form_fields) {
    if (input.form_fields.length > 0 && shape.kind !== "none") {
      throw malformed("form_fields", "only_for_manual_product");
    }
    checkFormFields(input.form_fields);
  }
  if (input.wholesale) checkWholesale(input.wholesale);
  if (input.skus) checkSkus(input.skus, shape.kind);
}

interface TieredSku {
  isActive: boolean;
  priceCents: bigint;
  wholesale: unknown;
}

/** A product's tier is one price for all options that have none of their own, so it would give away the dearer ones. */
export function checkTiersFit(ofProduct: readonly WholesalePrice[], skus: readonly TieredSku[]): void {
  const [first, ...others] = skus.filter((sku) => sku.isActive && readTiers(sku.wholesale).length === 0);
  if (ofProduct.length > 0 && others.some((sku) => sku.priceCents !== first?.priceCents))
    throw malformed("wholesale", "tier_needs_one_price");
  for (const [index, sku] of skus.entries()) {
    if (!sku.isActive) continue;
    const isOwn = readTiers(sku.wholesale).length > 0;
    const prices = wholesalePrices(sku.priceCents, sku.wholesale, ofProduct);
    const problem = wholesaleProblem(sku.priceCents, prices);
    if (problem) throw malformed(isOwn ? `skus.${index}.wholesale` : "wholesale", problem);
  }
}

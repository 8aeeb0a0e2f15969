import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { sanitiseHtml } from "../../core/formats/rich-text";
import { refusal } from "../../core/refusals/refusal";
import { mapTexts, mergeTranslations } from "../../core/translations";
import type { Tx } from "../../db/transaction";
import type { SecretKind } from "../schema";
import { plainColumns } from "./fields/plain-fields";
import { checkTiersFit } from "./product-rules";
import { refreshProductPrice } from "./refresh-product-price";
import { saveSkus } from "./save-skus";
import type { ProductPatch } from "./schema";

/** Columns of a product as the form gives them; undefined stays. */
export const productColumns = (input: ProductPatch, before?: { translations: unknown }) => ({
  categoryId: input.category_id,
  slug: input.slug,
  title: input.title,
  summary: input.summary,
  description: input.description === undefined ? undefined : sanitiseHtml(input.description),
  image: input.image,
  images: input.images,
  wholeImages: input.whole_images,
  tags: input.tags,
  status: input.status,
  autoSecretKind: input.auto_secret_kind,
  purchaseType: input.purchase_type,
  ...plainColumns(input),
  formFields: input.form_fields,
  seoTitle: input.seo?.title,
  seoDescription: input.seo?.description,
  sortOrder: input.sort_order,
  translations: mergeTranslations(
    before?.translations,
    mapTexts(input.translations, "description", sanitiseHtml),
  ),
  updatedAt: now(),
});

/** @throws AppError `malformed` naming `category_id`. */
export async function requireCategory(tx: Tx, categoryId: number | undefined): Promise<void> {
  if (categoryId === undefined) return;
  const row = await tx.category.findUnique({ where: { id: categoryId }, select: { id: true } });
  if (!row) throw new AppError("malformed", "not_a_category", { field: "category_id" });
}

/** A text product that is on sale must have its text, and a tier must fit every option: looked at as it now stands. */
export async function checkSaved(tx: Tx, productId: number): Promise<void> {
  const product = await tx.product.findUniqueOrThrow({
    where: { id: productId },
    select: {
      autoSecretKind: true,
      status: true,
      wholesale: { select: { minQuantity: true, priceCents: true } },
      skus: {
        orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
        select: {
          isActive: true,
          code: true,
          priceCents: true,
          wholesale: true,
          contentSealed: true,
          source: true,
          fulfillers: true,
        },
      },
    },
  });
  checkTiersFit(product.wholesale, product.skus);
  if (product.status !== "active") return;
  if (!product.skus.some((sku) => sku.isActive))
    throw new AppError("malformed", "needs_active_option", { field: "skus" });
  const empty = product.skus.findIndex(
    ({ isActive, contentSealed, source, fulfillers }) =>
      isActive && contentSealed === null && source === "local" && fulfillers.length === 0,
  );
  if (product.autoSecretKind === "text" && empty >= 0) {
    const code = product.skus[empty]?.code ?? "";
    throw new AppError("malformed", refusal("delivers_nothing", { code }), {
      field: `skus.${empty}.content`,
    });
  }
}

/** SKUs, tiers and what follows from them. */
export async function saveParts(
  tx: Tx,
  productId: number,
  kind: SecretKind,
  input: ProductPatch,
): Promise<void> {
  if (input.skus) await saveSkus(tx, { productId, kind }, input.skus);
  if (input.wholesale) {
    await tx.wholesaleTier.deleteMany({ where: { productId } });
    await tx.wholesaleTier.createMany({
      data: input.wholesale.map((tier) => ({
        productId,
        minQuantity: tier.min_quantity,
        priceCents: tier.price,
      })),
    });
  }
  await checkSaved(tx, productId);
  await refreshProductPrice(tx, [productId]);
}

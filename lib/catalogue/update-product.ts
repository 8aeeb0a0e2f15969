import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { AppError, notFound } from "../core/errors";
import { slugTaken } from "../db/slug-taken";
import { inTransaction, type Tx } from "../db/transaction";
import type { ProductPatch } from "./admin/schema";
import { checkProduct, isKeyed, type ProductKind } from "./product-rules";
import { productColumns, requireCategory, saveParts } from "./save-product";

/** Two operators saving one product queue here, so that neither sees the other's SKUs half done. */
export async function lockProduct(tx: Tx, id: number) {
  await tx.$executeRaw`SELECT 1 FROM products WHERE id = ${id} FOR UPDATE`;
  const product = await tx.product.findUnique({ where: { id } });
  if (!product) throw notFound("Product");
  return product;
}

/** Keys that are there would be lost from sight, so between stored keys and none the kind only changes while there are none. */
async function changeKind(tx: Tx, productId: number, from: ProductKind, to: ProductKind): Promise<void> {
  if (isKeyed(from) === isKeyed(to)) return;
  const key = await tx.secret.findFirst({ where: { sku: { productId } }, select: { id: true } });
  if (key) {
    throw new AppError("state_conflict", "cannot change while keys are stored", {
      field: "auto_secret_kind",
    });
  }
  await tx.skuStock.updateMany({
    where: { sku: { productId } },
    data: { isUnlimited: !isKeyed(to), available: 0 },
  });
}

/** @throws AppError `not_found`, `malformed`, `state_conflict` */
export async function updateProduct(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: ProductPatch,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      const before = await lockProduct(tx, id);
      const kind = input.auto_secret_kind ?? before.autoSecretKind;
      checkProduct(input, {
        kind,
        minQuantity: input.min_quantity ?? before.minQuantity,
        maxQuantity: input.max_quantity ?? before.maxQuantity,
      });
      await requireCategory(tx, input.category_id);
      await changeKind(tx, id, before.autoSecretKind, kind);
      const form = kind === "none" ? input.form_fields : [];
      await tx.product.update({ where: { id }, data: productColumns({ ...input, form_fields: form }) });
      await saveParts(tx, id, kind, input);
      await recordAudit(tx, actor, client, {
        action: "product.update",
        target: `product:${id}`,
        data: { changed: Object.keys(input), ...(input.skus ? { prices: pricesOf(input.skus) } : {}) },
      });
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "products_slug_key");
  }
}

const pricesOf = (skus: NonNullable<ProductPatch["skus"]>) =>
  Object.fromEntries(skus.map((sku) => [sku.code, sku.price.toString()]));

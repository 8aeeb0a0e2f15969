import type { AdminActor, ClientInfo } from "../../acts/actor";
import { auditChanges, changesBetween, changesInList } from "../../acts/audit-changes";
import { type AuditEntry, recordAudit } from "../../acts/record-audit";
import { reorderOperation } from "../../acts/reorder-operation";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { inTransaction, type Tx } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import { requireNoParts } from "../bundles/bundle-rules";
import { bundleFulfillers } from "../bundles/schema";
import { lockSkus } from "../bundles/sql";
import { isKeyed, type SecretKind } from "../schema";
import { lockProductRow, reorderProductRows } from "../sql/products";
import { askForSale } from "../want-stock";
import { optionsBy } from "./costs-of-reader";
import { checkProduct } from "./product-rules";
import { productColumns, requireCategory, saveParts } from "./save-product";
import type { ProductPatch } from "./schema";

/** Two operators saving one product queue here, so that neither sees the other's SKUs half done. */
export async function lockProduct(tx: Tx, id: number) {
  await lockProductRow(tx, id);
  const product = await tx.product.findUnique({ where: { id } });
  if (!product) throw notFound("product");
  return product;
}

/**
 * Keys that are there would be lost from sight, and open orders give back units of the old kind: between stored keys and
 * none the kind only changes while there is neither.
 */
async function changeKind(tx: Tx, productId: number, from: SecretKind, to: SecretKind): Promise<void> {
  if (
    from !== to &&
    (await tx.sku.count({ where: { productId, fulfillers: { hasSome: bundleFulfillers } } })) > 0
  )
    throw new AppError("state_conflict", "bundle_needs_text", { field: "auto_secret_kind" });
  if (isKeyed(from) === isKeyed(to)) return;
  const key = await tx.secret.findFirst({ where: { sku: { productId } }, select: { id: true } });
  if (key) {
    throw new AppError("state_conflict", "keys_stored", {
      field: "auto_secret_kind",
    });
  }
  if ((await tx.skuStock.count({ where: { sku: { productId }, isAsked: true } })) > 0)
    throw new AppError("state_conflict", "stock_of_server", { field: "auto_secret_kind" });
  const stocks = { sku: { productId, source: "local" } } as const;
  const { count } = await tx.skuStock.updateMany({
    where: { ...stocks, reserved: 0 },
    data: { isUnlimited: !isKeyed(to), available: 0, changedAt: now() },
  });
  if (count < (await tx.skuStock.count({ where: stocks }))) {
    throw new AppError("state_conflict", "units_reserved", {
      field: "auto_secret_kind",
    });
  }
}

const asksBuyer = ({ formFields }: { formFields: unknown }): boolean =>
  Array.isArray(formFields) && formFields.length > 0;

/** A bundle asks the buyer nothing for its parts. Who adds one of these options to a bundle waits, and reads the new form. */
async function beginToAsk(tx: Tx, productId: number): Promise<void> {
  const skus = await tx.sku.findMany({ where: { productId }, select: { id: true } });
  await lockSkus(
    tx,
    skus.map(({ id }) => id),
  );
  await requireNoParts(tx, { productId }, { field: "form_fields" });
}

/** The step behind the product form and the file of products. @returns what the audit log says of it */
export async function changeProduct(tx: Tx, id: number, input: ProductPatch): Promise<AuditEntry> {
  const before = await lockProduct(tx, id);
  const skusBefore = await auditedSkus(tx, id);
  if (input.seen_at && input.seen_at.getTime() !== before.updatedAt.getTime())
    throw new AppError("state_conflict", "product_changed");
  const kind = input.auto_secret_kind ?? before.autoSecretKind;
  checkProduct(input, {
    kind,
    minQuantity: input.min_quantity ?? before.minQuantity,
    maxQuantity: input.max_quantity ?? before.maxQuantity,
  });
  await requireCategory(tx, input.category_id);
  await changeKind(tx, id, before.autoSecretKind, kind);
  const form = kind === "none" ? input.form_fields : [];
  if (form && form.length > 0 && !asksBuyer(before)) await beginToAsk(tx, id);
  await tx.product.update({
    where: { id },
    data: productColumns({ ...input, form_fields: form }, before),
  });
  await saveParts(tx, id, kind, input);
  const after = await tx.product.findUniqueOrThrow({ where: { id } });
  const skusAfter = await auditedSkus(tx, id);
  const wasSold = new Set(
    before.status === "active" ? skusBefore.filter((sku) => sku.isActive).map(({ code }) => code) : [],
  );
  const sold = after.status === "active" ? skusAfter.filter((sku) => sku.isActive) : [];
  const begun = sold.map(({ code }) => code).filter((code) => !wasSold.has(code));
  if (begun.length > 0) await askForSale(tx, { productId: id, code: { in: begun } });
  return {
    action: "product.update",
    target: `product:${id}`,
    data: auditChanges({
      ...changesBetween(before, after),
      ...changesInList(skusBefore, skusAfter, (sku) => sku.code),
    }),
  };
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
      const own = input.skus ? { ...input, skus: optionsBy(actor, input.skus) } : input;
      await recordAudit(tx, actor, client, await changeProduct(tx, id, own));
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "products_slug_key");
  }
}

/** Reads the options for the audit log; their texts are sealed and stay out of it. */
const auditedSkus = (tx: Tx, productId: number) =>
  tx.sku.findMany({
    where: { productId },
    orderBy: { id: "asc" },
    select: {
      code: true,
      name: true,
      priceCents: true,
      originalPriceCents: true,
      costCents: true,
      isActive: true,
    },
  });

/** Within the places that these products held among all. */
export const reorderProducts = reorderOperation("product", "products", reorderProductRows);

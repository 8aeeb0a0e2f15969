import { isKeyed } from "../catalogue/schema";
import { AppError, notFound } from "../core/errors";
import { type Database, db } from "../db/client";
import type { Tx } from "../db/transaction";

/** @throws AppError `not_found` */
export async function requireSku(skuId: number, reader: Tx | Database = db()): Promise<void> {
  if (!(await reader.sku.findUnique({ where: { id: skuId }, select: { id: true } }))) throw notFound("sku");
}

/** One whose keys are ours to sell. @throws AppError `not_found`, `state_conflict` */
export async function requireKeyedSku(skuId: number, reader: Tx | Database = db()): Promise<void> {
  const sku = await reader.sku.findUnique({
    where: { id: skuId },
    select: { source: true, product: { select: { autoSecretKind: true } } },
  });
  if (!sku) throw notFound("sku");
  if (!isKeyed(sku.product.autoSecretKind) || sku.source !== "local")
    throw new AppError("state_conflict", "not_stored_by_unit");
}

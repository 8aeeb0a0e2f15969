import { notFound } from "../core/errors";
import { type Database, db } from "../db/client";
import type { Tx } from "../db/transaction";

/** @throws AppError `not_found` */
export async function requireSku(skuId: number, reader: Tx | Database = db()): Promise<void> {
  if (!(await reader.sku.findUnique({ where: { id: skuId }, select: { id: true } }))) throw notFound("SKU");
}

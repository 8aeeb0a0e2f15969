import { notFound } from "../core/errors";
import { db } from "../db/client";

/** A list of what belongs to an option is empty only where there is one. @throws AppError `not_found` */
export async function requireOption(skuId: number): Promise<void> {
  if ((await db().sku.count({ where: { id: skuId } })) === 0) throw notFound("option");
}

import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { inTransaction } from "../db/transaction";
import type { BulkProductBody } from "./admin/schema";
import { checkSaved, requireCategory } from "./save-product";

/** One status or category for several products: all of them, or none when one cannot take it. */
export async function changeProducts(
  actor: AdminActor,
  client: ClientInfo,
  input: BulkProductBody,
): Promise<{ changed: number }> {
  const { status, category_id: categoryId } = input;
  if (status === undefined && categoryId === undefined) {
    throw new AppError("malformed", "required_unless_category", { field: "status" });
  }
  const ids = [...new Set(input.ids)].sort((a, b) => a - b);
  return inTransaction(async (tx) => {
    await requireCategory(tx, categoryId);
    const { count } = await tx.product.updateMany({
      where: { id: { in: ids } },
      data: { status, categoryId, updatedAt: now() },
    });
    if (count !== ids.length) throw new AppError("malformed", "no_such_product", { field: "ids" });
    if (status === "active") for (const id of ids) await checkSaved(tx, id);
    await recordAudit(tx, actor, client, {
      action: "product.change",
      target: `products:${ids.length}`,
      data: { ids, ...(status ? { status } : {}), ...(categoryId ? { categoryId } : {}) },
    });
    return { changed: count };
  });
}

import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { lockCategory } from "../sql/products";

/** @throws AppError `not_found`; `state_conflict` while it has products or subcategories. */
export async function deleteCategory(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    await lockCategory(tx, id);
    const row = await tx.category.findUnique({
      where: { id },
      include: { _count: { select: { products: true, children: true } } },
    });
    if (!row) throw notFound("category");
    if (row._count.products + row._count.children > 0) {
      throw new AppError("state_conflict", "category_in_use");
    }
    await tx.category.delete({ where: { id } });
    await recordAudit(tx, actor, client, {
      action: "category.delete",
      target: `category:${id}`,
      data: { slug: row.slug },
    });
    return { id };
  });
}

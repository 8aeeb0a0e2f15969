import type { AdminActor, ClientInfo } from "../../acts/actor";
import { auditChanges, changesBetween } from "../../acts/audit-changes";
import { recordAudit } from "../../acts/record-audit";
import { reorderOperation } from "../../acts/reorder-operation";
import { now } from "../../core/clock";
import { notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { numberRows } from "../../db/sql-pieces";
import { inTransaction } from "../../db/transaction";
import { slugTaken } from "../../db/unique-violation";
import type { CategoryPatch } from "../admin/schema";
import { lockCategory } from "../sql/products";
import { categoryColumns, categoryFields, checkParent } from "./category-rules";

/** @throws AppError `not_found`, `malformed`, `state_conflict` */
export async function updateCategory(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: CategoryPatch,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      await lockCategory(tx, id);
      const before = await tx.category.findUnique({ where: { id } });
      if (!before) throw notFound("category");
      requireUnchanged(categoryFields(before), input.seen);
      await checkParent(tx, input.parent_id, id);
      const after = await tx.category.update({ where: { id }, data: categoryColumns(input, before) });
      // Agent sites read the category's name with each product, so its products have changed for them (C43).
      if (after.name !== before.name || after.isActive !== before.isActive) {
        await tx.product.updateMany({ where: { categoryId: id }, data: { updatedAt: now() } });
      }
      await recordAudit(tx, actor, client, {
        action: "category.update",
        target: `category:${id}`,
        data: auditChanges(changesBetween(before, after)),
      });
      return { id };
    });
  } catch (error) {
    throw slugTaken(error, "categories_slug_key");
  }
}

export const reorderCategories = reorderOperation("category", "categories", (tx, ids) =>
  numberRows(tx, "categories", ids),
);

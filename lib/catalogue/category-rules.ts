import { now } from "../core/clock";
import { AppError } from "../core/errors";
import type { Tx } from "../db/transaction";
import type { CategoryPatch } from "./admin/schema";

/** Columns of a category as the form gives them; undefined stays. */
export const categoryColumns = (input: CategoryPatch) => ({
  slug: input.slug,
  name: input.name,
  parentId: input.parent_id,
  icon: input.icon,
  sortOrder: input.sort_order,
  isActive: input.is_active,
  updatedAt: now(),
});

/** Two levels and no more: a menu stays readable, and no ring can come about. */
export async function checkParent(
  tx: Tx,
  parentId: number | null | undefined,
  ownId?: number,
): Promise<void> {
  if (parentId == null) return;
  const refuse = (message: string) => new AppError("malformed", message, { field: "parent_id" });
  if (parentId === ownId) throw refuse("must be another category");
  const parent = await tx.category.findUnique({ where: { id: parentId } });
  if (!parent) throw refuse("is not a category");
  if (parent.parentId !== null) throw refuse("must be a category of the first level");
  const child = ownId === undefined ? null : await tx.category.findFirst({ where: { parentId: ownId } });
  if (child) throw refuse("must be empty while this category has its own sub-categories");
}

import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import type { Said } from "../../core/refusals/refusal";
import { mergeTranslations } from "../../core/translations";
import type { CategoryModel } from "../../db/generated/models";
import type { Tx } from "../../db/transaction";
import type { CategoryPatch } from "../admin/schema";

/** Columns of a category as the form gives them; undefined stays. */
export const categoryColumns = (input: CategoryPatch, before?: { translations: unknown }) => ({
  slug: input.slug,
  name: input.name,
  parentId: input.parent_id,
  icon: input.icon,
  sortOrder: input.sort_order,
  isActive: input.is_active,
  translations: mergeTranslations(before?.translations, input.translations),
  updatedAt: now(),
});

/** The form's fields of a stored category, to find out whether somebody changed them meanwhile. */
export const categoryFields = (row: CategoryModel) => ({
  slug: row.slug,
  name: row.name,
  parent_id: row.parentId,
  icon: row.icon,
  sort_order: row.sortOrder,
  is_active: row.isActive,
  translations: row.translations,
});

/** Two levels and no more: a menu stays readable, and no ring can come about. */
export async function checkParent(
  tx: Tx,
  parentId: number | null | undefined,
  ownId?: number,
): Promise<void> {
  if (parentId == null) return;
  const refuse = (said: Said) => new AppError("malformed", said, { field: "parent_id" });
  if (parentId === ownId) throw refuse("another_category");
  const parent = await tx.category.findUnique({ where: { id: parentId } });
  if (!parent) throw refuse("not_a_category");
  if (parent.parentId !== null) throw refuse("top_level_category");
  const child = ownId === undefined ? null : await tx.category.findFirst({ where: { parentId: ownId } });
  if (child) throw refuse("has_subcategories");
}

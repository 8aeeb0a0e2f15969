import { now } from "../../core/clock";
import { randomCode } from "../../core/ids";
import type { Tx } from "../../db/transaction";

/** Ours are two levels deep. */
const maxDepth = 2;

async function findOrCreate(tx: Tx, name: string, parentId: number | null): Promise<number> {
  const known = await tx.category.findFirst({
    where: { name: { equals: name, mode: "insensitive" }, parentId },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  if (known) return known.id;
  const base = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const isFree =
    base !== "" && !(await tx.category.findUnique({ where: { slug: base }, select: { id: true } }));
  const slug = isFree ? base : `${base || "category"}-${randomCode(6).toLowerCase()}`;
  const { id } = await tx.category.create({
    data: { parentId, slug, name: name.slice(0, 60), createdAt: now() },
    select: { id: true },
  });
  return id;
}

/** The main site's categories as ours: found by name, level by level, or made. */
export async function categoryOfPath(tx: Tx, path: readonly string[]): Promise<number> {
  let parentId: number | null = null;
  for (const name of path.slice(-maxDepth)) parentId = await findOrCreate(tx, name.trim(), parentId);
  return parentId ?? findOrCreate(tx, "Imported", null);
}

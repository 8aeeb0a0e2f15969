import { db } from "../db/client";
import { imageMembers } from "./admin/fields/plain-fields";
import type { ShownPictures } from "./schema";

/** The first pictures that products have now, by their ids; a product without one is left out. */
export async function findProductPictures(ids: readonly number[]): Promise<ShownPictures> {
  const rows = await db().product.findMany({
    where: { id: { in: [...ids] }, image: { not: null } },
    select: { id: true, image: true, wholeImages: true },
  });
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, imageMembers({ ...row, images: [] })]));
}

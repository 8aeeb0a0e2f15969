import { inLanguage, type Lang } from "../core/translations";
import { db } from "../db/client";
import { imageMembers } from "./admin/fields/plain-fields";
import type { SoldProduct, SoldProducts } from "./schema";

interface OrderedLine {
  product_id: number;
  sku_id: number;
  bundle?: { product_id: number; sku_id: number } | undefined;
}

/** Products of ordered lines by their ids, as the shop shows and names them now; a bundle is among them beside its parts. */
export async function findSoldProducts(lines: readonly OrderedLine[], lang?: Lang): Promise<SoldProducts> {
  const sold = lines.flatMap((line) => (line.bundle ? [line, line.bundle] : [line]));
  if (sold.length === 0) return {};
  const rows = await db().product.findMany({
    where: { id: { in: [...new Set(sold.map(({ product_id }) => product_id))] } },
    select: {
      id: true,
      slug: true,
      title: true,
      status: true,
      image: true,
      wholeImages: true,
      autoSecretKind: true,
      translations: true,
      category: { select: { slug: true, isActive: true } },
      skus: {
        where: { id: { in: [...new Set(sold.map(({ sku_id }) => sku_id))] } },
        select: { id: true, code: true, name: true, isActive: true, translations: true },
      },
    },
  });
  const toSold = ({ slug, autoSecretKind, category, skus, ...row }: (typeof rows)[number]): SoldProduct => ({
    slug,
    title: inLanguage(row, lang).title,
    auto_secret_kind: autoSecretKind,
    category: { slug: category.slug },
    ...imageMembers({ ...row, images: [] }),
    options: Object.fromEntries(
      skus.map((sku) => [
        sku.id,
        {
          code: sku.code,
          name: inLanguage(sku, lang).name,
          is_on_sale: row.status === "active" && category.isActive && sku.isActive,
        },
      ]),
    ),
  });
  return Object.fromEntries(rows.map((row) => [row.id, toSold(row)]));
}

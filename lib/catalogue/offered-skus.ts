import { db } from "../db/client";
import { getSettings } from "../settings/queries";
import { countBundles, partsOfBundles, strictestDisplay } from "./bundles/bundle-stock";
import { categoryRef, heldCounters, onSale } from "./queries";
import type { OfferedSkuList, OfferedSkusQuery } from "./schema";
import { translateProduct } from "./translate";
import { toProductDetail } from "./view";

const noPromises = { files: new Map(), parts: new Map(), held: new Map() };

/** Options with as much of their products as a cart shows and asks. */
export async function listOfferedSkus({ sku_ids, lang }: OfferedSkusQuery): Promise<OfferedSkuList> {
  const [rows, { currency }] = await Promise.all([
    db().product.findMany({
      where: { ...onSale, skus: { some: { id: { in: sku_ids }, isActive: true } } },
      include: {
        category: categoryRef,
        skus: { where: { isActive: true }, orderBy: { id: "asc" }, include: { stock: heldCounters } },
        wholesale: true,
      },
    }),
    getSettings(),
  ]);
  const parts = await partsOfBundles(
    db(),
    rows.flatMap(({ skus }) => skus),
    lang,
  );
  const skus = rows.flatMap((row) => {
    const stockDisplay = strictestDisplay(row.stockDisplay, row.skus, parts);
    const counted = { ...row, stockDisplay, skus: countBundles(row.skus, parts) };
    const product = toProductDetail(translateProduct(counted, lang), currency, noPromises);
    return product.skus
      .filter(({ id }) => sku_ids.includes(id))
      .map((sku) => ({ product, sku, is_only: product.skus.length === 1 }));
  });
  return { skus };
}

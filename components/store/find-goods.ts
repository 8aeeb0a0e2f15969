import { api } from "@/components/api/client";
import type { ProductList } from "@/lib/catalogue/schema";
import type { OwnPrices } from "@/lib/pricing/schema";

type FoundGoods = ProductList & { own: { levelName: string; byProduct: Record<number, string> } | null };

/** The list is the same for every reader; what a member pays is asked for besides. */
export async function findGoods(
  query: Record<string, string>,
  isMember: boolean,
  signal?: AbortSignal,
): Promise<FoundGoods> {
  const list = await api<ProductList>(
    `/public/products?${new URLSearchParams(query)}`,
    signal ? { signal } : {},
  );
  if (!isMember || list.products.length === 0) return { ...list, own: null };
  const ids = list.products.map(({ id }) => id).join(",");
  const { level_name, prices } = await api<OwnPrices>(
    `/me/prices?${new URLSearchParams({ product_ids: ids, ...(query.lang ? { lang: query.lang } : {}) })}`,
    signal ? { signal } : {},
  );
  return {
    ...list,
    own: {
      levelName: level_name ?? "",
      byProduct: Object.fromEntries(prices.map(({ product_id, price }) => [product_id, price])),
    },
  };
}

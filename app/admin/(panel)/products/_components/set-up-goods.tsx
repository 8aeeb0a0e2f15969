"use client";

import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { type GoodsKind, isAddedGoods } from "@/lib/catalogue/choices";
import type { ProductDraft, SkuDraft } from "./product-draft";

/** Where an option is given such goods. */
const pageOf = (goods: GoodsKind, id: number): string =>
  goods === "file"
    ? `/admin/products/files/${id}`
    : goods === "bundle"
      ? `/admin/stock/${id}/bundle`
      : `/admin/stock/${id}`;

/** Options whose goods are not yet, or still, those that were chosen. */
function leftToDo({ goods, skus }: ProductDraft): { sku: SkuDraft; goods: GoodsKind; isToStop: boolean }[] {
  const own = skus.filter(({ isUpstream }) => !isUpstream);
  if (isAddedGoods(goods))
    return own
      .filter(({ delivers, hasContent }) => !delivers.includes(goods) && !hasContent)
      .map((sku) => ({ sku, goods, isToStop: false }));
  // Where an option sells a text, the product does.
  if (goods !== "text" || own.some(({ delivers, hasContent }) => hasContent || delivers.length === 0))
    return [];
  return own.flatMap((sku) => {
    const [other] = sku.delivers as GoodsKind[];
    return other === undefined ? [] : [{ sku, goods: other, isToStop: true }];
  });
}

/** The choice says what a product delivers; each of its options is given the goods on a page of its own. */
export function SetUpGoods({ draft }: { draft: ProductDraft }) {
  const t = useTranslations("admin-sell.product");
  const status = useTranslations("admin.status.kind");
  const left = leftToDo(draft);
  const [first] = left;
  if (!first) return null;
  const name = status(first.goods);
  return (
    <div className="mt-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      <p>{first.isToStop ? t("goodsStay", { goods: name }) : t("goodsMissing", { goods: name })}</p>
      <ul>
        {left.map(({ sku, goods }) =>
          sku.id === null ? null : (
            <li key={sku.key}>
              <Link
                href={pageOf(goods, sku.id)}
                className="inline-flex min-h-6 items-center underline underline-offset-2"
              >
                {t("setUp", { name: sku.name || sku.code })}
              </Link>
            </li>
          ),
        )}
      </ul>
    </div>
  );
}

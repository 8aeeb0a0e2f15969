import { getLocale, getTranslations } from "next-intl/server";
import { ProductShelf } from "@/components/store/product-card";
import { shelfRow } from "@/components/store/shelf-row";
import { listRelatedProducts } from "@/lib/catalogue/queries";
import type { OrderDetail } from "@/lib/orders/schema";
import { getMemberPrices } from "../../member-prices";

/** Further goods of the category, once a buyer has what they came for. */
export async function OtherGoods({ order }: { order: OrderDetail }) {
  const [first] = order.items;
  if (!first || order.status !== "delivered" || order.fulfillment_status !== "ready") return null;
  const [t, products] = await Promise.all([
    getTranslations("catalogue"),
    listRelatedProducts(first.bundle?.slug ?? first.slug, await getLocale()),
  ]);
  const bought = new Set(order.items.flatMap(({ slug, bundle }) => [slug, bundle?.slug]));
  const others = shelfRow(products.filter(({ slug }) => !bought.has(slug)));
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="related" className="mt-16 print:hidden">
      <h2 id="related" className="mb-5 text-xl">
        {t("product.related")}
      </h2>
      <ProductShelf products={others} own={await getMemberPrices(others)} isRow />
    </section>
  );
}

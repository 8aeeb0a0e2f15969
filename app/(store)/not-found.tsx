import { getLocale, getTranslations } from "next-intl/server";
import { NotFoundMessage } from "@/components/store/not-found-message";
import { ProductShelf } from "@/components/store/product-card";
import { listProducts } from "@/lib/catalogue/queries";
import { getMemberPrices } from "./member-prices";

export { describeNotFound as generateMetadata } from "./describe-page";

export default async function NotFound() {
  const lang = await getLocale();
  const [t, { products }] = await Promise.all([
    getTranslations("catalogue.list"),
    listProducts({ page: 1, per_page: 4, sort: "newest", lang }),
  ]);
  return (
    <main id="content" tabIndex={-1} className="page">
      <NotFoundMessage />
      {products.length > 0 ? (
        <section aria-labelledby="others" className="mt-8">
          <h2 id="others" className="mb-5 text-xl">
            {t("others")}
          </h2>
          <ProductShelf products={products} own={await getMemberPrices(products)} isRow />
        </section>
      ) : null}
    </main>
  );
}

import { ChevronRight, Mail, PackageSearch, UserRound, Zap } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { ProductShelf } from "@/components/store/product-card";
import { ProductJsonLd } from "@/components/store/product-json-ld";
import { RatingLine } from "@/components/store/reviews/rating-line";
import { shelfRow } from "@/components/store/shelf-row";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { RichText } from "@/components/ui/rich-text";
import { listRelatedProducts } from "@/lib/catalogue/queries";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { getConfig } from "@/lib/config/config";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { listShownReviews } from "@/lib/orders/reviews/queries";
import { reviewsOnPage } from "@/lib/orders/reviews/schema";
import { describePage } from "../../describe-page";
import { findProduct } from "../../find-product";
import { getMemberPrices } from "../../member-prices";
import { getShopSettings } from "../../shop";
import { getViewer } from "../../viewer";
import { BuySection } from "./_components/buy-section";
import { ChoiceProvider } from "./_components/choice";
import { ChosenPrice } from "./_components/chosen-price";
import { Gallery } from "./_components/gallery";
import { ProductFacts } from "./_components/product-facts";
import { ProductReviews } from "./_components/product-reviews";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const product = await findProduct((await params).slug);
  return describePage({
    title: product.seo.title || product.title,
    description: product.seo.description || product.summary,
    path: `/products/${product.slug}`,
    share: `products/${product.slug}`,
    shareVersion: [product.title, product.price, product.max_price, product.image, ...product.whole_images],
  });
}

/** The option that a link names, else the first that can be bought. */
function firstSkuOf({ skus }: ProductDetail, wanted: string | string[] | undefined): number | null {
  const named = skus.find(({ code }) => code === wanted);
  return (named ?? skus.find((sku) => sku.stock_status !== "out_of_stock") ?? skus[0])?.id ?? null;
}

export default async function ProductPage({ params, searchParams }: Props) {
  const [{ slug }, query] = await Promise.all([params, searchParams]);
  const product = await findProduct(slug);
  const lang = await getLocale();
  const [t, viewer, related, sendsMail, { siteName, defaultLocale }] = await Promise.all([
    getTranslations("catalogue"),
    getViewer(),
    listRelatedProducts(product.slug, lang).then(shelfRow),
    hasMailServer(),
    getShopSettings(),
  ]);
  const { rating } = product;
  const [own, reviews] = await Promise.all([
    getMemberPrices([product, ...related]),
    rating ? listShownReviews(product.id, { page: 1, per_page: reviewsOnPage }) : [],
  ]);
  const images = [...new Set([product.image, ...product.images].filter((image) => image !== null))];
  const promises = [
    product.delivery === "auto"
      ? { icon: Zap, text: t(sendsMail ? "product.deliveryAuto" : "product.deliveryAutoPage") }
      : { icon: Mail, text: t(sendsMail ? "product.deliveryManual" : "product.deliveryManualPage") },
    ...(product.purchase_type === "guest" && !viewer ? [{ icon: UserRound, text: t("product.guest") }] : []),
    { icon: PackageSearch, text: t(sendsMail || viewer ? "product.lookupLater" : "product.lookupLaterPage") },
  ];

  return (
    <main id="content" tabIndex={-1} className="page pt-4 md:pt-6">
      <ProductJsonLd
        product={product}
        reviews={reviews}
        baseUrl={getConfig().server.baseUrl}
        siteName={siteName}
      />
      <nav aria-label={t("product.breadcrumb")} className="mb-3 text-ink-muted text-sm">
        <ol className="flex min-w-0 items-center gap-1">
          <li className="shrink-0">
            <Link href="/products" className="inline-flex min-h-9 items-center hover:text-ink">
              {t("list.title")}
            </Link>
          </li>
          <li className="flex min-w-0 items-center gap-1">
            <ChevronRight className="size-4 shrink-0 text-ink-faint rtl:rotate-180" aria-hidden />
            <Link
              href={`/products?category=${product.category.slug}`}
              className="inline-flex min-h-9 min-w-0 items-center hover:text-ink"
            >
              <span className="truncate" title={product.category.name}>
                {product.category.name}
              </span>
            </Link>
          </li>
        </ol>
      </nav>

      <ClientMessages areas={["checkout", "catalogue"]}>
        <div className="grid grid-cols-1 gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_auto_1fr]">
          <div className="min-w-0">
            <Gallery product={product} images={images} />
          </div>

          <section className="min-w-0 lg:row-span-3">
            <ChoiceProvider
              product={{ ...product, description: "" }}
              firstSku={firstSkuOf(product, query.sku)}
              readsAttributes={lang === defaultLocale}
              ownPrices={own && { levelName: own.levelName, bySku: own.bySku, tiersBySku: own.tiersBySku }}
            >
              <div className="lg:rounded-xl lg:border lg:border-line lg:bg-surface lg:p-6 lg:[@media(min-height:58rem)]:sticky lg:[@media(min-height:58rem)]:top-20">
                <h1 dir="auto" className="break-words text-2xl">
                  {product.title}
                </h1>
                {product.summary ? (
                  <p className="mt-2 break-words text-ink-muted">{product.summary}</p>
                ) : null}
                {rating ? <RatingLine rating={rating} /> : null}
                <ChosenPrice />
                <ProductFacts product={product} seller={siteName} />
                <div className="mt-5">
                  <BuySection product={product} />
                </div>
              </div>
            </ChoiceProvider>
          </section>

          <div className="min-w-0">
            <ul className="flex flex-col gap-1.5 border-line border-y py-3 text-ink-muted text-sm sm:mx-6 sm:unboarded:mx-0">
              {promises.map(({ icon: Icon, text }) => (
                <li key={text} className="flex items-center gap-2.5">
                  <Icon className="size-4 shrink-0 text-brass" aria-hidden />
                  {text}
                </li>
              ))}
            </ul>
            {product.tags.length > 0 ? (
              <ul className="mt-3 flex flex-wrap gap-1.5 sm:mx-6 sm:unboarded:mx-0">
                {product.tags.map((tag) => (
                  <li key={tag}>
                    <Badge>{tag}</Badge>
                  </li>
                ))}
              </ul>
            ) : null}
          </div>

          <section className="laid-later max-lg:laid-after-paint min-w-0">
            {product.description ? (
              <>
                <h2 className="text-2xl">{t("product.description")}</h2>
                <RichText html={product.description} className="mt-3 max-w-prose" />
              </>
            ) : null}
          </section>
        </div>
      </ClientMessages>

      {rating ? <ProductReviews slug={product.slug} rating={rating} reviews={reviews} /> : null}

      {related.length > 0 ? (
        <section aria-labelledby="related" className="laid-later laid-after-paint mt-16">
          <h2 id="related" className="mb-5 text-xl">
            {t("product.related")}
          </h2>
          <ProductShelf products={related} own={own} isRow />
        </section>
      ) : null}
    </main>
  );
}

import { getTranslations } from "next-intl/server";
import type { ProductDetail, SkuView } from "@/lib/catalogue/schema";
import type { PublicReview } from "@/lib/orders/reviews/schema";
import { JsonLd } from "./json-ld";

type Facts = {
  product: ProductDetail;
  /** Reviews that the page shows. */
  reviews: readonly PublicReview[];
  baseUrl: string;
  siteName: string;
};

const availability = (status: ProductDetail["stock_status"]) =>
  `https://schema.org/${status === "out_of_stock" ? "OutOfStock" : "InStock"}`;

function offerOf({ product, baseUrl, siteName }: Facts, sku: SkuView) {
  return {
    "@type": "Offer",
    name: sku.name,
    sku: sku.code,
    url: new URL(`/products/${product.slug}?sku=${encodeURIComponent(sku.code)}`, baseUrl).href,
    price: sku.price,
    priceCurrency: product.currency,
    availability: availability(sku.stock_status),
    itemCondition: "https://schema.org/NewCondition",
    seller: { "@type": "Organization", name: siteName },
  };
}

function offersOf(facts: Facts) {
  const { product } = facts;
  const offers = product.skus.map((sku) => offerOf(facts, sku));
  if (offers.length <= 1) return offers[0];
  return {
    "@type": "AggregateOffer",
    priceCurrency: product.currency,
    lowPrice: product.price,
    highPrice: product.max_price,
    offerCount: offers.length,
    availability: availability(product.stock_status),
    offers,
  };
}

/** Nothing where nobody has said anything: an empty rating is an error to search engines. */
function ratingOf({ product: { rating }, reviews }: Facts, buyer: string) {
  if (!rating) return {};
  return {
    aggregateRating: { "@type": "AggregateRating", reviewCount: rating.count, ratingValue: rating.average },
    review: reviews.map(({ author, stars, text, written_at }) => ({
      "@type": "Review",
      author: { "@type": "Person", name: author ?? buyer },
      datePublished: written_at.slice(0, 10),
      reviewRating: { "@type": "Rating", ratingValue: stars },
      ...(text ? { reviewBody: text } : {}),
    })),
  };
}

export async function ProductJsonLd(facts: Facts) {
  const t = await getTranslations("content.reviews");
  const { product, baseUrl, siteName } = facts;
  const at = (path: string) => new URL(path, baseUrl).href;
  const images = [...new Set([product.image, ...product.images])].filter((image) => image !== null).map(at);
  return (
    <JsonLd
      data={{
        "@graph": [
          {
            "@type": "Product",
            name: product.title,
            description: product.seo.description || product.summary,
            sku: String(product.id),
            category: product.category.name,
            url: at(`/products/${product.slug}`),
            ...(images.length > 0 ? { image: images } : {}),
            offers: offersOf(facts),
            ...ratingOf(facts, t("buyer")),
          },
          {
            "@type": "BreadcrumbList",
            itemListElement: [
              { "@type": "ListItem", position: 1, name: siteName, item: at("/") },
              {
                "@type": "ListItem",
                position: 2,
                name: product.category.name,
                item: at(`/products?category=${product.category.slug}`),
              },
              { "@type": "ListItem", position: 3, name: product.title },
            ],
          },
        ],
      }}
    />
  );
}

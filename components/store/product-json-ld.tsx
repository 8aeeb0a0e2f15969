import type { ProductDetail, SkuView } from "@/lib/catalogue/schema";
import { JsonLd } from "./json-ld";

type Facts = { product: ProductDetail; baseUrl: string; siteName: string };

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

export function ProductJsonLd(facts: Facts) {
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

import { headers } from "next/headers";
import type { ProductDetail } from "@/lib/catalogue/schema";

/** `<` cannot close the script element, and the two line separators cannot end a line. */
function safeJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, "\\u003c")
    .replace(/\u2028/g, "\\u2028")
    .replace(/\u2029/g, "\\u2029");
}

export async function ProductJsonLd({ product, baseUrl }: { product: ProductDetail; baseUrl: string }) {
  const url = new URL(`/products/${product.slug}`, baseUrl).href;
  const prices = product.skus.map((sku) => sku.price).sort((a, b) => Number(a) - Number(b));
  const data = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: product.title,
    description: product.seo.description || product.summary,
    sku: String(product.id),
    category: product.category.name,
    url,
    ...(product.image ? { image: new URL(product.image, baseUrl).href } : {}),
    offers: {
      "@type": "AggregateOffer",
      url,
      priceCurrency: product.currency,
      lowPrice: prices[0] ?? product.price,
      highPrice: prices.at(-1) ?? product.price,
      offerCount: product.skus.length,
      availability: `https://schema.org/${product.stock_status === "out_of_stock" ? "OutOfStock" : "InStock"}`,
    },
  };
  return (
    <script
      type="application/ld+json"
      nonce={(await headers()).get("x-nonce") ?? undefined}
      dangerouslySetInnerHTML={{ __html: safeJson(data) }}
    />
  );
}

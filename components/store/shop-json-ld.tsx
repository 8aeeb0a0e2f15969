import type { PostDetail } from "@/lib/content/schema";
import { JsonLd } from "./json-ld";

type ShopFacts = { siteName: string; logo: string | null; baseUrl: string };

/** On the home page: who sells here, and how its goods are searched. */
export function ShopJsonLd({ siteName, logo, baseUrl }: ShopFacts) {
  const organization = `${new URL("/", baseUrl).href}#shop`;
  return (
    <JsonLd
      data={{
        "@graph": [
          {
            "@type": "Organization",
            "@id": organization,
            name: siteName,
            url: baseUrl,
            ...(logo ? { logo: new URL(logo, baseUrl).href } : {}),
          },
          {
            "@type": "WebSite",
            name: siteName,
            url: baseUrl,
            publisher: { "@id": organization },
            potentialAction: {
              "@type": "SearchAction",
              target: `${new URL("/products", baseUrl).href}?search={search_term_string}`,
              "query-input": "required name=search_term_string",
            },
          },
        ],
      }}
    />
  );
}

export function PostJsonLd({
  post,
  siteName,
  baseUrl,
}: {
  post: PostDetail;
  siteName: string;
  baseUrl: string;
}) {
  return (
    <JsonLd
      data={{
        "@type": "Article",
        headline: post.title,
        description: post.summary,
        datePublished: post.published_at,
        url: new URL(`/posts/${post.slug}`, baseUrl).href,
        ...(post.cover ? { image: new URL(post.cover, baseUrl).href } : {}),
        publisher: { "@type": "Organization", name: siteName },
      }}
    />
  );
}

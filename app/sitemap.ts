import type { MetadataRoute } from "next";
import { listCategories, listProductAddresses } from "@/lib/catalogue/queries";
import { getConfig } from "@/lib/config/config";
import { listPostAddresses } from "@/lib/content/queries";

// The build has no database; the list is drawn when it is asked for.
export const dynamic = "force-dynamic";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { baseUrl } = getConfig().server;
  const [products, posts, categories] = await Promise.all([
    listProductAddresses(),
    listPostAddresses(),
    listCategories(),
  ]);
  const at = (path: string) => new URL(path, baseUrl).href;
  return [
    { url: at("/"), changeFrequency: "daily", priority: 1 },
    { url: at("/products"), changeFrequency: "daily" },
    { url: at("/posts"), changeFrequency: "weekly" },
    ...categories.map(({ slug }) => ({ url: at(`/products?category=${slug}`) })),
    ...products.map(({ slug, updatedAt }) => ({ url: at(`/products/${slug}`), lastModified: updatedAt })),
    ...posts.map(({ slug, updatedAt }) => ({ url: at(`/posts/${slug}`), lastModified: updatedAt })),
  ];
}

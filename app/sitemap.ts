import type { MetadataRoute } from "next";
import { listCategories, listProductAddresses } from "@/lib/catalogue/queries";
import { getConfig } from "@/lib/config/config";
import { listPageAddresses } from "@/lib/content/pages/queries";
import { listPostAddresses } from "@/lib/content/queries";
import { isLocale, languageTag } from "@/lib/core/locale";
import { getSettings } from "@/lib/settings/queries";

// The build has no database; the list is drawn when it is asked for.
export const dynamic = "force-dynamic";

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const { baseUrl } = getConfig().server;
  const [{ locales }, products, posts, pages, categories] = await Promise.all([
    getSettings(),
    listProductAddresses(),
    listPostAddresses(),
    listPageAddresses(),
    listCategories(),
  ]);
  const offered = locales.filter(isLocale);
  const addressOf = (path: string) => new URL(path, baseUrl).href;
  const inLocale = (locale: string, path: string) => addressOf(`/${locale}${path === "/" ? "" : path}`);
  /** A page, and where it stands in each language. */
  const at = (path: string) => ({
    url: addressOf(path),
    ...(offered.length > 1
      ? {
          alternates: {
            languages: Object.fromEntries(
              offered.map((locale) => [languageTag[locale], inLocale(locale, path)]),
            ),
          },
        }
      : {}),
  });
  return [
    { ...at("/"), changeFrequency: "daily", priority: 1 },
    { ...at("/products"), changeFrequency: "daily" },
    { ...at("/posts"), changeFrequency: "weekly" },
    ...categories.map(({ slug }) => at(`/products?category=${slug}`)),
    ...products.map(({ slug, updatedAt, image }) => ({
      ...at(`/products/${slug}`),
      lastModified: updatedAt,
      ...(image ? { images: [new URL(image, baseUrl).href] } : {}),
    })),
    ...posts.map(({ slug, updatedAt }) => ({ ...at(`/posts/${slug}`), lastModified: updatedAt })),
    ...pages.map(({ slug, updatedAt }) => ({ ...at(`/pages/${slug}`), lastModified: updatedAt })),
  ];
}

import { createHash } from "node:crypto";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { shareSize } from "@/lib/content/pictures/share-size";
import { regionTag } from "@/messages/locales";
import { alternatesOf } from "./alternates";
import { getShopSettings } from "./shop";

interface PageFacts {
  /** Without the shop's name. */
  title: string;
  /** The whole title, where the shop's name comes first. */
  absoluteTitle?: string;
  description?: string | undefined;
  /** Canonical address, a path. */
  path: string;
  /** Name of the drawn picture below /share/. */
  share?: string;
  /** Content of the picture: another price is another address, which networks fetch anew. */
  shareVersion?: unknown;
  article?: { publishedTime: string };
  robots?: Metadata["robots"];
}

/**
 * Everything that search engines and networks read of a page. Next does not merge nested members with those of a layout, so
 * each page names all of them here.
 */
export async function describePage({
  title,
  absoluteTitle,
  description,
  path,
  share = "home",
  shareVersion,
  article,
  robots,
}: PageFacts): Promise<Metadata> {
  const [{ siteName, logo }, locale, alternates] = await Promise.all([
    getShopSettings(),
    getLocale(),
    alternatesOf(path),
  ]);
  const version = createHash("sha256")
    .update(JSON.stringify([title, siteName, logo, shareVersion ?? null]))
    .digest("base64url")
    .slice(0, 8);
  const picture = {
    url: `/share/${share}.png?lang=${locale}&v=${version}`,
    ...shareSize,
    alt: absoluteTitle ?? title,
  };
  const texts = { title: absoluteTitle ?? title, ...(description ? { description } : {}) };
  return {
    title: absoluteTitle ? { absolute: absoluteTitle } : title,
    ...(description ? { description } : {}),
    alternates: { ...alternates, types: { "application/rss+xml": "/feed.xml" } },
    openGraph: {
      ...texts,
      siteName,
      url: alternates.canonical,
      locale: regionTag(locale),
      images: [picture],
      ...(article ? { type: "article", ...article } : { type: "website" }),
    },
    twitter: { card: "summary_large_image", ...texts, images: [picture] },
    ...(robots ? { robots } : {}),
  };
}

/** A page that is neither indexed nor shared. */
export async function describeNotFound(): Promise<Metadata> {
  const t = await getTranslations("common.error");
  return { title: t("notFoundTitle"), robots: { index: false } };
}

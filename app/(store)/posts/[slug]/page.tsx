import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { cache } from "react";
import { PostJsonLd } from "@/components/store/shop-json-ld";
import { BackLink } from "@/components/ui/back-link";
import { Badge } from "@/components/ui/badge";
import { DateTime } from "@/components/ui/date-time";
import { RichText } from "@/components/ui/rich-text";
import { getConfig } from "@/lib/config/config";
import { getPost } from "@/lib/content/queries";
import { isAppError } from "@/lib/core/errors";
import { describePage } from "../../describe-page";
import { getShopSettings } from "../../shop";

type Props = { params: Promise<{ slug: string }> };

const findPost = cache(async (slug: string) => {
  try {
    return await getPost(slug, await getLocale());
  } catch (problem) {
    if (isAppError(problem, "not_found")) notFound();
    throw problem;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const post = await findPost((await params).slug);
  return describePage({
    title: post.title,
    description: post.summary,
    path: `/posts/${post.slug}`,
    share: `posts/${post.slug}`,
    shareVersion: post.cover,
    article: { publishedTime: post.published_at },
  });
}

export default async function PostPage({ params }: Props) {
  const [post, t, { siteName }] = await Promise.all([
    findPost((await params).slug),
    getTranslations("content"),
    getShopSettings(),
  ]);
  return (
    <main id="content" tabIndex={-1} className="page max-w-3xl pt-6 md:pt-10">
      <PostJsonLd post={post} siteName={siteName} baseUrl={getConfig().server.baseUrl} />
      <BackLink href="/posts">{t("title")}</BackLink>
      <article className="mt-3">
        <p className="flex items-center gap-2 text-ink-faint text-sm">
          {post.type === "notice" ? <Badge tone="brass">{t("noticeOne")}</Badge> : null}
          <DateTime value={post.published_at} style="date" />
        </p>
        <h1 dir="auto" className="mt-2 break-words text-2xl md:text-[2rem]">
          {post.title}
        </h1>
        {post.summary ? <p className="mt-3 text-ink-muted text-lg">{post.summary}</p> : null}
        {post.cover ? (
          <img
            src={post.cover}
            alt=""
            width={960}
            height={480}
            className="mt-6 aspect-[2/1] w-full rounded-lg bg-sunken object-cover"
          />
        ) : null}
        <RichText html={post.content} className="mt-7 text-base" />
      </article>
    </main>
  );
}

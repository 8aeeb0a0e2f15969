import { Newspaper } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { KeyCover } from "@/components/store/key-cover";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Pagination } from "@/components/ui/pagination";
import { listPosts } from "@/lib/content/queries";
import { type PostSummary, postTypes } from "@/lib/content/schema";
import { describePage } from "../describe-page";
import { readPage } from "../read-page";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };
type PostType = PostSummary["type"];

const perPage = 12;

function href(type: PostType | undefined, page = 1): string {
  const parameters = new URLSearchParams();
  if (type) parameters.set("type", type);
  if (page > 1) parameters.set("page", String(page));
  return parameters.size > 0 ? `/posts?${parameters}` : "/posts";
}

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content");
  return describePage({ title: t("title"), description: t("lead"), path: "/posts" });
}

export default async function PostsPage({ searchParams }: Props) {
  const raw = await searchParams;
  const type = postTypes.find((known) => known === raw.type);
  const lang = await getLocale();
  const [t, list] = await Promise.all([
    getTranslations("content"),
    listPosts({ page: readPage(raw.page), per_page: perPage, lang, ...(type ? { type } : {}) }),
  ]);
  const tabs = [undefined, ...postTypes];

  return (
    <main id="content" tabIndex={-1} className="page max-w-3xl pt-6 md:pt-10">
      <h1 className="text-2xl md:text-3xl">{t("title")}</h1>
      <p className="mt-2 text-ink-muted">{t("lead")}</p>
      <nav aria-label={t("kinds")} className="mt-5 flex gap-5 border-line border-b text-sm">
        {tabs.map((tab) => (
          <Link
            key={tab ?? "all"}
            href={href(tab)}
            aria-current={tab === type ? "page" : undefined}
            className={cx(
              "-mb-px inline-flex min-h-11 items-center border-b-2",
              tab === type ? "border-pine font-medium" : "border-transparent text-ink-muted hover:text-ink",
            )}
          >
            {t(tab ?? "all")}
          </Link>
        ))}
      </nav>
      {list.posts.length === 0 ? (
        <EmptyState className="mt-8" icon={Newspaper} title={t("empty")} />
      ) : (
        <ul className="divide-y divide-line">
          {list.posts.map((post) => (
            <li key={post.id} className="group relative flex gap-4 py-6 sm:gap-6">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-2 text-ink-faint text-xs">
                  {post.type === "notice" ? <Badge tone="brass">{t("noticeOne")}</Badge> : null}
                  <DateTime value={post.published_at} style="date" />
                </p>
                <h2 className="mt-1.5 break-words text-lg leading-snug">
                  <Link
                    href={`/posts/${post.slug}`}
                    className="after:absolute after:inset-0 group-hover:text-pine"
                  >
                    {post.title}
                  </Link>
                </h2>
                {post.summary ? (
                  <p className="mt-1.5 line-clamp-2 text-ink-muted text-sm">{post.summary}</p>
                ) : null}
              </div>
              {post.type === "blog" ? <PostPicture post={post} /> : null}
            </li>
          ))}
        </ul>
      )}
      <Pagination
        className="mt-8"
        page={list.page}
        perPage={list.per_page}
        total={list.total}
        href={(number) => href(type, number)}
      />
    </main>
  );
}

function PostPicture({ post }: { post: PostSummary }) {
  const frame = "h-20 w-28 shrink-0 overflow-hidden rounded-md sm:h-26 sm:w-40";
  return post.cover ? (
    <img
      src={post.cover}
      alt=""
      width={160}
      height={104}
      loading="lazy"
      className={`${frame} object-cover`}
    />
  ) : (
    <KeyCover seed={post.slug} className={frame} />
  );
}

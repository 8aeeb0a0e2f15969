import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { SearchForm } from "@/components/store/search-form";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import type { GuideName } from "@/lib/content/guide/guide-pages";
import { listGuide, longestGuideSearch } from "@/lib/content/guide/read-guide";
import { getShopSettings } from "../../shop";

type GuideFrameProps = { current: GuideName | null; search?: string; children: ReactNode };

/** Contents and search beside a page of the guide; everything in it works without script. */
export async function GuideFrame({ current, search = "", children }: GuideFrameProps) {
  const [{ features }, pages, t] = await Promise.all([
    getShopSettings(),
    listGuide(),
    getTranslations("content.guide"),
  ]);
  if (!features.guide) notFound();
  return (
    <div className="page grid gap-x-10 gap-y-6 pt-8 md:pt-12 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:self-start lg:overflow-y-auto lg:pb-6">
        <SearchForm
          action="/docs"
          name="q"
          search={search}
          longest={longestGuideSearch}
          label={t("search")}
          button={t("search")}
        />
        <nav aria-label={t("title")} lang="en" data-guide="">
          <ul className="flex flex-col text-sm max-lg:gap-x-5 max-lg:flex-row max-lg:flex-wrap">
            {pages.map(({ name, title, sections }) => (
              <li key={name}>
                <Link
                  href={`/docs/${name}`}
                  aria-current={name === current ? "page" : undefined}
                  className={cx(
                    "inline-flex min-h-9 items-center hover:text-pine hover:underline",
                    name === current ? "font-medium text-ink" : "text-ink-muted",
                  )}
                >
                  {title}
                </Link>
                {name === current ? (
                  <ul className="mb-2 flex flex-col border-line border-s ps-3 max-lg:hidden">
                    {sections
                      .filter(({ depth }) => depth === 2)
                      .map((section) => (
                        <li key={section.id}>
                          <a
                            href={`#${section.id}`}
                            className="block py-1 text-ink-muted text-xs hover:text-pine hover:underline"
                          >
                            {section.title}
                          </a>
                        </li>
                      ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <main id="content" tabIndex={-1} className="min-w-0 max-w-3xl">
        {children}
      </main>
    </div>
  );
}

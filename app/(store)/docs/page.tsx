import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { listGuide, longestGuideSearch, searchGuide } from "@/lib/content/guide/read-guide";
import { keysOf } from "@/lib/core/shapes/records";
import { describePage } from "../describe-page";
import { GuideFrame } from "./_components/guide-frame";

/** Files for programs, beside the pages. */
const files = {
  description: "/api/v1/openapi.json",
  adminDescription: "/api/v1/admin/openapi.json",
  judge: "/docs/conformance.mjs",
  restock: "/docs/files/restock.py",
  index: "/llms.txt",
} as const;
/** Answers who shows a token, and not a browser that follows a link. */
const withToken = "adminDescription";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content.guide");
  return describePage({ title: t("title"), description: t("text"), path: "/docs" });
}

/** Contents of the guide for programmers, or what was found in it. */
export default async function GuidePage({ searchParams }: Props) {
  const { q } = await searchParams;
  const search = typeof q === "string" ? q.slice(0, longestGuideSearch).trim() : "";
  const [t, pages, hits] = await Promise.all([
    getTranslations("content.guide"),
    listGuide(),
    searchGuide(search),
  ]);
  return (
    <GuideFrame current={null} search={search}>
      <h1 className="text-2xl md:text-3xl">{search ? t("found", { search }) : t("title")}</h1>
      {search === "" ? (
        <>
          <p className="mt-3 text-ink-muted">{t("text")}</p>
          <ul className="mt-6 grid gap-3 sm:grid-cols-2" lang="en" data-guide="">
            {pages.map(({ name, title, sections }) => (
              <li key={name} className="min-w-0 break-words rounded-lg border border-line bg-surface p-4">
                <Link href={`/docs/${name}`} className="font-medium text-pine hover:underline">
                  {title}
                </Link>
                <p className="mt-1 line-clamp-3 text-ink-muted text-sm">{sections[0]?.text}</p>
              </li>
            ))}
          </ul>
          <h2 className="mt-10 text-xl">{t("files")}</h2>
          <ul className="mt-3 flex flex-col divide-y divide-line">
            {keysOf(files).map((name) => (
              <li key={name} className="py-2">
                {name === withToken ? (
                  <code className="font-medium">{files[name]}</code>
                ) : (
                  <a href={files[name]} className="font-medium text-pine hover:underline">
                    <code>{files[name]}</code>
                  </a>
                )}
                <p className="text-ink-muted text-sm">{t(name)}</p>
              </li>
            ))}
          </ul>
        </>
      ) : hits.length === 0 ? (
        <EmptyState title={t("nothing")} className="mt-6" />
      ) : (
        <ul className="mt-6 flex flex-col divide-y divide-line" lang="en" data-guide="">
          {hits.map((hit) => (
            <li key={`${hit.name}#${hit.id}`} className="py-3">
              <Link href={`/docs/${hit.name}#${hit.id}`} className="font-medium text-pine hover:underline">
                {hit.section}
              </Link>
              <span className="text-ink-muted text-sm"> · {hit.page}</span>
              <p className="mt-1 break-words text-ink-muted text-sm">{hit.excerpt}</p>
            </li>
          ))}
        </ul>
      )}
    </GuideFrame>
  );
}

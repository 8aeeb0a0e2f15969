import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RichText } from "@/components/ui/rich-text";
import { isGuideName } from "@/lib/content/guide/guide-pages";
import { readGuide } from "@/lib/content/guide/read-guide";
import { describePage } from "../../describe-page";
import { GuideFrame } from "../_components/guide-frame";

type Props = { params: Promise<{ page: string }> };

async function findPage({ params }: Props) {
  const { page } = await params;
  if (!isGuideName(page)) notFound();
  return { name: page, ...(await readGuide(page)) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [{ name, title, sections }, t] = await Promise.all([
    findPage(props),
    getTranslations("content.guide"),
  ]);
  const description = sections[0]?.text.trim().slice(0, 160) || t("text");
  return describePage({ title, description, path: `/docs/${name}` });
}

/** A page of the guide, which is written in English. */
export default async function GuideTextPage(props: Props) {
  const [{ name, title, html }, t] = await Promise.all([findPage(props), getTranslations("content.guide")]);
  return (
    <GuideFrame current={name}>
      <article lang="en" data-guide="">
        <h1 className="text-2xl md:text-3xl">{title}</h1>
        <RichText html={html} className="mt-6" />
      </article>
      <p className="mt-10 border-line border-t pt-4 text-sm">
        <a href={`/docs/${name}.md`} className="text-pine underline underline-offset-4">
          {t("asText")}
        </a>
      </p>
    </GuideFrame>
  );
}

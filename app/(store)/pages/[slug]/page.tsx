import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { cache } from "react";
import { RichText } from "@/components/ui/rich-text";
import { getPage } from "@/lib/content/pages/queries";
import { isAppError } from "@/lib/core/errors";
import { plainTextOf } from "@/lib/core/formats/rich-text";
import { describePage } from "../../describe-page";

type Props = { params: Promise<{ slug: string }> };

const describedLength = 160;

const findPage = cache(async (slug: string) => {
  try {
    return await getPage(slug, await getLocale());
  } catch (problem) {
    if (isAppError(problem, "not_found")) notFound();
    throw problem;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, title, content } = await findPage((await params).slug);
  return describePage({
    title,
    description: plainTextOf(content).slice(0, describedLength).trim() || title,
    path: `/pages/${slug}`,
  });
}

/** A page of the operator's own. */
export default async function OwnPage({ params }: Props) {
  const { title, content } = await findPage((await params).slug);
  return (
    <main id="content" tabIndex={-1} className="page max-w-3xl pt-8 md:pt-12">
      <h1 dir="auto" className="break-words text-2xl md:text-3xl">
        {title}
      </h1>
      <RichText html={content} className="mt-6 text-base" />
    </main>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { RichText } from "@/components/ui/rich-text";
import { plainTextOf } from "@/lib/core/formats/rich-text";
import { describePage } from "../../describe-page";
import { getShopSettings, hasImprint } from "../../shop";

type Props = { params: Promise<{ page: string }> };

const describedLength = 160;

const pages = ["terms", "privacy", "refunds", "imprint"] as const;
const paragraphs = ["p1", "p2", "p3", "p4"] as const;

function readPage(page: string) {
  return pages.find((known) => known === page) ?? notFound();
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = readPage((await params).page);
  const [t, { legal, siteName, owner }] = await Promise.all([getTranslations("legal"), getShopSettings()]);
  const own = legal[page === "refunds" ? "refund" : page];
  const text = own ? plainTextOf(own) : page === "imprint" ? (owner ?? "") : t(`${page}.p1`, { siteName });
  const title = t(`${page}.title`);
  return describePage({
    title,
    // Without a text of its own a page would say what the home page says.
    description: text.slice(0, describedLength).trim() || `${title} · ${siteName}`,
    path: `/legal/${page}`,
  });
}

/** The operator's own text; until there is one, a plain statement of what the software does. */
export default async function LegalPage({ params }: Props) {
  const page = readPage((await params).page);
  const [t, settings] = await Promise.all([getTranslations("legal"), getShopSettings()]);
  const { legal, siteName, owner } = settings;
  const own = legal[page === "refunds" ? "refund" : page];
  if (page === "imprint") {
    if (!hasImprint(settings)) notFound();
    return (
      <main id="content" tabIndex={-1} className="page max-w-3xl pt-8 md:pt-12">
        <h1 className="text-2xl md:text-3xl">{t("imprint.title")}</h1>
        {owner ? <p className="mt-6 whitespace-pre-line break-words">{owner}</p> : null}
        {own ? <RichText html={own} className="mt-6 text-base" /> : null}
      </main>
    );
  }
  return (
    <main id="content" tabIndex={-1} className="page max-w-3xl pt-8 md:pt-12">
      <h1 className="text-2xl md:text-3xl">{t(`${page}.title`)}</h1>
      {own ? (
        <RichText html={own} className="mt-6 text-base" />
      ) : (
        <div className="prose mt-6 text-base">
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{t(`${page}.${paragraph}`, { siteName })}</p>
          ))}
        </div>
      )}
    </main>
  );
}

import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/store/client-messages";
import { NoticeLink } from "./_components/notice-link";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("content.stockNotices");
  return { title: t("title"), robots: { index: false } };
}

/** Where the link in a mail about stock leads. Opening it changes nothing: mail programs open links by themselves. */
export default async function StockNoticesPage() {
  const t = await getTranslations("content.stockNotices");
  return (
    <main id="content" tabIndex={-1} className="page max-w-xl pt-8 md:pt-12">
      <h1 className="text-2xl md:text-3xl">{t("title")}</h1>
      <ClientMessages areas={["content"]}>
        <NoticeLink act="end" />
      </ClientMessages>
    </main>
  );
}

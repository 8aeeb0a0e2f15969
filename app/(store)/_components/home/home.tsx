import { Megaphone } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { ShopJsonLd } from "@/components/store/shop-json-ld";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { getConfig } from "@/lib/config/config";
import { listPosts } from "@/lib/content/queries";
import type { Look } from "@/lib/settings/look/look-css";
import { getMemberPrices } from "../../member-prices";
import { getCategories, getShopSettings } from "../../shop";
import { HomeHero } from "./home-hero";
import { HomeSections } from "./home-sections";
import { productsIn, readSections } from "./read-sections";
import { ShopNotice } from "./shop-notice";

/** The home page in one look: the shop's own, or one that is tried in the admin. */
export async function Home({ look }: { look: Look }) {
  const [t, lang] = await Promise.all([getTranslations("catalogue.home"), getLocale()]);
  const [settings, categories, notices] = await Promise.all([
    getShopSettings(),
    getCategories(),
    listPosts({ type: "notice", page: 1, per_page: 1, lang }),
  ]);
  const sections = await readSections(look.sections, categories, lang);
  const notice = notices.posts[0];
  const own = await getMemberPrices(sections.flatMap(productsIn));
  const hasGoods = categories.some(({ product_count }) => product_count > 0);
  const hasBanners = sections[0]?.kind === "banners";
  return (
    <main id="content" tabIndex={-1} className="page">
      <ShopJsonLd siteName={settings.siteName} logo={settings.logo} baseUrl={getConfig().server.baseUrl} />
      <HomeHero hero={look.hero} siteName={settings.siteName} hasBanners={hasBanners} hasGoods={hasGoods} />
      {settings.notice ? <ShopNotice text={settings.notice} /> : null}
      {notice ? (
        <NoticeLink label={t("notice")} href={`/posts/${notice.slug}`}>
          {notice.title}
        </NoticeLink>
      ) : null}
      {hasGoods ? null : <EmptyState className="mt-10" title={t("empty")} description={t("emptyText")} />}
      <HomeSections sections={sections} own={own} />
    </main>
  );
}

function NoticeLink({ label, href, children }: { label: string; href: string; children: string }) {
  return (
    <Link
      href={href}
      className="mb-3 flex items-start gap-3 rounded-lg border border-brass-line bg-brass-soft px-4 py-3 text-sm underline-offset-4 hover:underline"
    >
      <Megaphone className="mt-0.5 size-4.5 shrink-0 text-brass" aria-hidden />
      <span className="sr-only">{label}: </span>
      <span className="min-w-0 break-words">{children}</span>
    </Link>
  );
}

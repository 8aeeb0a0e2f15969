import { ArrowRight, Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ProductShelf } from "@/components/store/product-card";
import { ShopJsonLd } from "@/components/store/shop-json-ld";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { listProducts } from "@/lib/catalogue/queries";
import type { CategoryView } from "@/lib/catalogue/schema";
import { getConfig } from "@/lib/config/config";
import { listBanners, listPosts } from "@/lib/content/queries";
import { hasMailServer } from "@/lib/notifications/server/mail-server";
import { BannerRail } from "./_components/banner-rail";
import { HomeIntro } from "./_components/home-intro";
import { HowItWorks } from "./_components/how-it-works";
import { ShopNotice } from "./_components/shop-notice";
import { describePage } from "./describe-page";
import { getMemberPrices } from "./member-prices";
import { getCategories, getShopSettings } from "./shop";

export async function generateMetadata(): Promise<Metadata> {
  const [t, { siteName }] = await Promise.all([getTranslations("catalogue.home"), getShopSettings()]);
  return describePage({
    title: siteName,
    absoluteTitle: `${siteName} · ${t("title")}`,
    description: t("lead"),
    path: "/",
  });
}

const shelves = 6;
const perShelf = 4;

export default async function HomePage() {
  const [t, lang] = await Promise.all([getTranslations("catalogue.home"), getLocale()]);
  const [settings, categories, banners, notices] = await Promise.all([
    getShopSettings(),
    getCategories(),
    listBanners({ position: "home", lang }),
    listPosts({ type: "notice", page: 1, per_page: 1, lang }),
  ]);
  const shown = categories.filter((category) => category.parent_id === null && category.product_count > 0);
  const rows = await Promise.all(
    shown.slice(0, shelves).map(async (category) => ({
      category,
      ...(await listProducts({
        lang,
        category_id: category.id,
        sort: "default",
        page: 1,
        per_page: perShelf,
      })),
    })),
  );
  const notice = notices.posts[0];
  const own = await getMemberPrices(rows.flatMap(({ products }) => products));

  return (
    <main id="content" tabIndex={-1} className="page">
      <ShopJsonLd siteName={settings.siteName} logo={settings.logo} baseUrl={getConfig().server.baseUrl} />
      <HomeIntro siteName={settings.siteName} isShort={banners.length > 0} hasGoods={rows.length > 0} />
      {settings.notice ? <ShopNotice text={settings.notice} /> : null}
      {notice ? (
        <NoticeLink label={t("notice")} href={`/posts/${notice.slug}`}>
          {notice.title}
        </NoticeLink>
      ) : null}
      {banners.length > 0 ? (
        <div className="mt-4">
          <BannerRail banners={banners} />
        </div>
      ) : null}
      {rows.length === 0 ? (
        <EmptyState className="mt-10" title={t("empty")} description={t("emptyText")} />
      ) : (
        rows.map(({ category, products, total }, index) => (
          <section key={category.id} aria-labelledby={`shelf-${category.slug}`} className="mt-14">
            <ShelfHeading category={category} total={total} all={t("all")} />
            <ProductShelf
              products={products}
              own={own}
              eager={index === 0 && banners.length === 0 ? 4 : 0}
              isRow
            />
          </section>
        ))
      )}
      <HowItWorks sendsMail={await hasMailServer()} />
    </main>
  );
}

function ShelfHeading({ category, total, all }: { category: CategoryView; total: number; all: string }) {
  return (
    <div className="mb-5 flex items-baseline justify-between gap-4">
      <h2 id={`shelf-${category.slug}`} className="min-w-0 truncate text-xl" title={category.name}>
        {category.name}
      </h2>
      <Link
        href={`/products?category=${category.slug}`}
        className="inline-flex min-h-9 shrink-0 items-center gap-1 font-medium text-pine text-sm hover:text-pine-strong"
      >
        {all}
        <span className="sr-only">{category.name}</span>
        <span className="tabular text-ink-faint">{total}</span>
        <ArrowRight className="size-4" aria-hidden />
      </Link>
    </div>
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

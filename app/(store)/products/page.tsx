import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ProductShelf } from "@/components/store/product-card";
import { askedForShelf, shelfRow } from "@/components/store/shelf-row";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Pagination } from "@/components/ui/pagination";
import { listProducts } from "@/lib/catalogue/queries";
import { describePage } from "../describe-page";
import { getMemberPrices } from "../member-prices";
import { getCategories } from "../shop";
import { ListFilters } from "./_components/list-filters";
import { listHref, readListQuery } from "./_components/list-query";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const perPage = 24;

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const query = readListQuery(await searchParams);
  const t = await getTranslations("catalogue.list");
  const category = (await getCategories()).find(({ slug }) => slug === query.category);
  const name = category?.name ?? t("title");
  return describePage({
    title: query.search ? t("searchTitle", { search: query.search }) : name,
    description: t("description", { name }),
    path: listHref({ category: query.category, page: query.page }),
    ...(category ? { share: `categories/${category.slug}` } : {}),
    ...(query.search ? { robots: { index: false, follow: true } } : {}),
  });
}

export default async function ProductsPage({ searchParams }: Props) {
  const query = readListQuery(await searchParams);
  const [t, lang] = await Promise.all([getTranslations("catalogue.list"), getLocale()]);
  const [categories, list] = await Promise.all([
    getCategories(),
    listProducts({
      page: query.page,
      per_page: perPage,
      lang,
      sort: query.sort,
      ...(query.category ? { category: query.category } : {}),
      ...(query.search ? { search: query.search } : {}),
    }),
  ]);
  const category = categories.find(({ slug }) => slug === query.category);
  if (query.category && !category) notFound();
  const others =
    query.search && list.products.length === 0
      ? shelfRow((await listProducts({ page: 1, per_page: askedForShelf, sort: "newest", lang })).products)
      : [];
  const own = await getMemberPrices([...list.products, ...others]);

  return (
    <main id="content" tabIndex={-1} className="page pt-6 md:pt-10">
      <header className="mb-5 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h1 className="min-w-0 break-words text-2xl md:text-3xl">
          {query.search ? t("searchTitle", { search: query.search }) : (category?.name ?? t("title"))}
        </h1>
        <p className="text-ink-muted text-sm" role="status">
          {t("total", { total: list.total })}
        </p>
      </header>
      <ListFilters query={query} categories={categories.filter((entry) => entry.parent_id === null)} />
      <div className="mt-7">
        {list.products.length > 0 ? (
          <ProductShelf products={list.products} own={own} eager={4} titleAs="h2" />
        ) : (
          <EmptyState
            icon={SearchX}
            title={query.search ? t("emptySearch", { search: query.search }) : t("empty")}
            description={t("emptyText")}
            action={
              <Link href="/products" className={buttonClass("secondary")}>
                {t("showAll")}
              </Link>
            }
          />
        )}
      </div>
      {others.length > 0 ? (
        <section aria-labelledby="others" className="mt-12">
          <h2 id="others" className="mb-5 text-xl">
            {t("others")}
          </h2>
          <ProductShelf products={others} own={own} isRow />
        </section>
      ) : null}
      <Pagination
        className="mt-12"
        page={list.page}
        perPage={list.per_page}
        total={list.total}
        href={(page) => listHref({ ...query, page })}
      />
    </main>
  );
}

import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ProductShelf } from "@/components/store/product-card";
import { askedForShelf, shelfRow } from "@/components/store/shelf-row";
import { buttonClass } from "@/components/ui/button-class";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { formatMoney } from "@/components/ui/money";
import { Pagination } from "@/components/ui/pagination";
import { isOwnAttribute } from "@/lib/catalogue/finding/schema";
import { listProducts } from "@/lib/catalogue/queries";
import type { Locale } from "@/messages/locales";
import { describePage } from "../describe-page";
import { getMemberPrices } from "../member-prices";
import { getCategories, getShopSettings } from "../shop";
import { activeChoices } from "./_components/active-choices";
import { CategoryChips, CategoryNav } from "./_components/category-nav";
import { FilterPanel, hasChoices } from "./_components/filter-panel";
import { ListFilters } from "./_components/list-filters";
import { askedFor, hasChosen, listHref, noChoices, readListQuery } from "./_components/list-query";

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
    ...(query.search || hasChosen(query) ? { robots: { index: false, follow: true } } : {}),
  });
}

/** Words of choices that have values of their own. */
async function readWords(currency: string, locale: Locale) {
  const t = await getTranslations("catalogue");
  const price = (min: string | null, max: string | null) => {
    const [from = "", to = ""] = [min, max].map((amount) =>
      amount === null ? "" : formatMoney(amount, currency, locale),
    );
    if (min === null) return t("list.priceUpTo", { max: to });
    return max === null
      ? t("list.priceAbove", { min: from })
      : t("list.priceBetween", { min: from, max: to });
  };
  const attributeName = (name: string) => (isOwnAttribute(name) ? t(`fields.${name}.label`) : name);
  return {
    price,
    attributeName,
    attribute: (name: string, value: string) => t("list.named", { name: attributeName(name), value }),
    inStock: t("stock.in_stock"),
    instant: t("list.onlyInstant"),
  };
}

export default async function ProductsPage({ searchParams }: Props) {
  const query = readListQuery(await searchParams);
  const [t, lang] = await Promise.all([getTranslations("catalogue.list"), getLocale()]);
  const [categories, { facets, ...list }, { currency, defaultLocale }] = await Promise.all([
    getCategories(),
    listProducts({ ...askedFor(query), per_page: perPage, lang, facets: true }),
    getShopSettings(),
  ]);
  if (!facets) throw new Error("The list came without its counts");
  const category = categories.find(({ slug }) => slug === query.category);
  if (query.category && !category) notFound();
  const isNarrowed = hasChosen(query);
  const others =
    (query.search || isNarrowed) && list.products.length === 0
      ? shelfRow((await listProducts({ page: 1, per_page: askedForShelf, sort: "newest", lang })).products)
      : [];
  const [own, words] = await Promise.all([
    getMemberPrices([...list.products, ...others]),
    readWords(currency, lang),
  ]);
  const counts = new Map(facets.categories.map(({ id, count }) => [id, count]));
  // The names of an option's attributes are in the shop's own language alone.
  const attributes = facets.attributes
    .filter(({ name }) => isOwnAttribute(name) || lang === defaultLocale)
    .map(({ name, values }) => ({ name, label: words.attributeName(name), values }));
  const active = activeChoices(query, facets, words);
  const hasPanel = active.length > 0 || hasChoices({ facets, attributes, total: list.total });
  const hasAside = hasPanel || categories.length > 1;

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
      <div className={hasAside ? "lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:gap-x-9" : ""}>
        <div>
          <CategoryNav query={query} categories={categories} counts={counts} />
          {hasPanel ? (
            <FilterPanel
              query={query}
              facets={facets}
              total={list.total}
              currency={currency}
              attributes={attributes}
              priceText={words.price}
              inStock={words.inStock}
              isAnyActive={isNarrowed}
            />
          ) : null}
        </div>
        <div className="min-w-0">
          <div className="flex flex-col gap-3">
            <CategoryChips query={query} categories={categories} counts={counts} />
            <ListFilters query={query} active={active} hasPanel={hasPanel} />
          </div>
          <div className="mt-6">
            {list.products.length > 0 ? (
              <ProductShelf products={list.products} own={own} eager={4} titleAs="h2" isBeside={hasAside} />
            ) : (
              <EmptyState
                icon={SearchX}
                title={emptyTitle()}
                description={isNarrowed ? t("emptyFilteredText") : t("emptyText")}
                action={
                  <>
                    {isNarrowed ? (
                      <Link href={listHref({ ...query, ...noChoices })} className={buttonClass("primary")}>
                        {t("clearFilters")}
                      </Link>
                    ) : null}
                    <Link href="/products" className={buttonClass("secondary")}>
                      {t("showAll")}
                    </Link>
                  </>
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
        </div>
      </div>
    </main>
  );

  function emptyTitle(): string {
    if (isNarrowed) return t("emptyFiltered");
    return query.search ? t("emptySearch", { search: query.search }) : t("empty");
  }
}

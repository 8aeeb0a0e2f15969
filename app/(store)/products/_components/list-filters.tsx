import { Search, X } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { type CategoryView, productSorts } from "@/lib/catalogue/schema";
import { type ListQuery, listHref, type Sort } from "./list-query";

type ListFiltersProps = {
  query: ListQuery;
  categories: readonly CategoryView[];
};

/** Links and a GET form: every filter is an address, and none needs script. */
export async function ListFilters({ query, categories }: ListFiltersProps) {
  const t = await getTranslations("catalogue.list");
  const sortNames: Record<Sort, string> = {
    default: t("sortDefault"),
    newest: t("sortNewest"),
    price_asc: t("sortPriceAsc"),
    price_desc: t("sortPriceDesc"),
  };
  return (
    <div className="flex flex-col gap-4">
      <search className="md:hidden">
        <form action="/products" className="flex gap-2">
          {query.category ? <input type="hidden" name="category" value={query.category} /> : null}
          <input
            type="search"
            name="search"
            maxLength={100}
            defaultValue={query.search ?? ""}
            aria-label={t("search")}
            placeholder={t("search")}
            className="control border-line-strong"
          />
          <button
            type="submit"
            className={buttonClass("secondary", "icon", "shrink-0")}
            aria-label={t("searchButton")}
          >
            <Search aria-hidden />
          </button>
        </form>
      </search>

      <nav
        aria-label={t("categories")}
        className="no-scrollbar -mx-4 flex gap-2 overflow-x-auto px-4 md:mx-0 md:flex-wrap md:px-0"
      >
        <CategoryChip href={listHref({ ...query, category: null, page: 1 })} active={!query.category}>
          {t("allCategories")}
        </CategoryChip>
        {categories.map((category) => (
          <CategoryChip
            key={category.id}
            href={listHref({ ...query, category: category.slug, page: 1 })}
            active={query.category === category.slug}
            count={category.product_count}
          >
            {category.name}
          </CategoryChip>
        ))}
      </nav>

      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {query.search ? (
          <Link href={listHref({ ...query, search: null, page: 1 })} className={buttonClass("soft", "sm")}>
            <span className="max-w-48 truncate" title={query.search}>
              “{query.search}”
            </span>
            <X aria-hidden />
            <span className="sr-only">{t("clearSearch")}</span>
          </Link>
        ) : null}
        <nav
          aria-label={t("sort")}
          className="no-scrollbar -mx-4 flex items-center gap-4 overflow-x-auto px-4 md:mx-0 md:px-0"
        >
          {productSorts.map((sort) => (
            <Link
              key={sort}
              href={listHref({ ...query, sort, page: 1 })}
              aria-current={query.sort === sort ? "true" : undefined}
              className={cx(
                "inline-flex min-h-9 items-center whitespace-nowrap border-b-2",
                query.sort === sort
                  ? "border-pine font-medium text-ink"
                  : "border-transparent text-ink-muted hover:text-ink",
              )}
            >
              {sortNames[sort]}
            </Link>
          ))}
        </nav>
      </div>
    </div>
  );
}

type CategoryChipProps = { href: string; active: boolean; count?: number; children: string };

function CategoryChip({ href, active, count, children }: CategoryChipProps) {
  return (
    <Link
      href={href}
      aria-current={active ? "page" : undefined}
      className={cx(
        "inline-flex min-h-10 shrink-0 items-center gap-2 rounded-full border px-4 text-sm transition-colors",
        active
          ? "border-pine bg-pine text-on-pine"
          : "border-line-strong bg-surface text-ink-muted hover:border-control hover:text-ink",
      )}
    >
      <span className="max-w-56 truncate" title={children}>
        {children}
      </span>
      {count === undefined ? null : <span className="tabular text-xs opacity-75">{count}</span>}
    </Link>
  );
}

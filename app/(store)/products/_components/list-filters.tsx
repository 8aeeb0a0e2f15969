import { SlidersHorizontal, X } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { SearchForm } from "@/components/store/search-form";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { productSorts } from "@/lib/catalogue/schema";
import type { ActiveChoice } from "./active-choices";
import { filtersId } from "./filter-panel";
import { type ListQuery, listHref, noChoices, parametersOf, type Sort } from "./list-query";

type ListFiltersProps = {
  query: ListQuery;
  active: readonly ActiveChoice[];
  /** Whether there is a panel of filters to open. */
  hasPanel: boolean;
};

/** Links and a GET form: every filter is an address, and none needs script. */
export async function ListFilters({ query, active, hasPanel }: ListFiltersProps) {
  const t = await getTranslations("catalogue.list");
  const sortNames: Record<Sort, string> = {
    default: t("sortDefault"),
    newest: t("sortNewest"),
    price_asc: t("sortPriceAsc"),
    price_desc: t("sortPriceDesc"),
  };
  return (
    <div className="flex flex-col gap-3">
      <SearchForm
        action="/products"
        search={query.search}
        label={t("search")}
        button={t("searchButton")}
        kept={parametersOf({ ...query, search: null, page: 1 })}
        className="md:hidden"
      />

      <div className="flex items-center gap-x-4 text-sm">
        {hasPanel ? (
          <button
            type="button"
            popoverTarget={filtersId}
            className={buttonClass("secondary", "sm", "shrink-0 lg:hidden")}
          >
            <SlidersHorizontal aria-hidden />
            {t("filters")}
            {active.length > 0 ? (
              <span className="tabular rounded-full bg-pine px-1.5 text-on-pine text-xs">
                <span aria-hidden>{active.length}</span>
                <span className="sr-only">{t("activeFilters", { count: active.length })}</span>
              </span>
            ) : null}
          </button>
        ) : null}
        <nav
          aria-label={t("sort")}
          className="no-scrollbar flex min-w-0 items-center gap-4 overflow-x-auto max-md:-me-4 max-md:pe-4"
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

      {query.search || active.length > 0 ? (
        <ul aria-label={t("chosen")} className="flex flex-wrap items-center gap-2">
          {query.search ? (
            <li>
              <TakeBack href={listHref({ ...query, search: null, page: 1 })} said={t("clearSearch")}>
                {`“${query.search}”`}
              </TakeBack>
            </li>
          ) : null}
          {active.map(({ key, text, without }) => (
            <li key={key}>
              <TakeBack href={listHref(without)} said={t("removeFilter")}>
                {text}
              </TakeBack>
            </li>
          ))}
          {active.length > 1 ? (
            <li>
              <Link href={listHref({ ...query, ...noChoices })} className={buttonClass("ghost", "sm")}>
                {t("clearFilters")}
              </Link>
            </li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}

type TakeBackProps = { href: string; said: string; children: string };

function TakeBack({ href, said, children }: TakeBackProps) {
  return (
    <Link href={href} className={buttonClass("soft", "sm")}>
      <span className="max-w-48 truncate" title={children}>
        {children}
      </span>
      <X aria-hidden />
      <span className="sr-only">{said}</span>
    </Link>
  );
}

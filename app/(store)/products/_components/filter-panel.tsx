import { X } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { HiddenFields } from "@/components/store/search-form";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { type CountedValue, type ProductFacets, writeAttribute } from "@/lib/catalogue/finding/schema";
import { type ListQuery, listHref, noChoices, parametersOf } from "./list-query";

interface FilterPanelProps {
  query: ListQuery;
  facets: ProductFacets;
  /** Goods of the present list: a choice that all of them have narrows nothing. */
  total: number;
  currency: string;
  /** Attributes that are drawn, with their names in the reader's language. */
  attributes: readonly { name: string; label: string; values: readonly CountedValue[] }[];
  priceText(min: string | null, max: string | null): string;
  inStock: string;
  isAnyActive: boolean;
}

export const filtersId = "filters";
/** The others stand under "More". */
const shown = 6;

/** A choice that leaves one product is a link to it, and one that leaves all is none. */
const narrows = (counts: readonly number[], total: number) =>
  counts.some((count) => count > 1 && count < total);

/** Whether there is anything to choose. */
export const hasChoices = ({
  facets,
  total,
  attributes,
}: Pick<FilterPanelProps, "facets" | "total" | "attributes">) =>
  facets.prices.length > 1 ||
  narrows([facets.in_stock, facets.instant], total) ||
  [facets.tags, ...attributes.map(({ values }) => values)].some((values) =>
    narrows(
      values.map(({ count }) => count),
      total,
    ),
  );

/**
 * A GET form without script: what is ticked becomes the address. It stands beside the list on a desk, and on a phone it opens from a
 * button as a sheet of the browser's own.
 */
export async function FilterPanel(props: FilterPanelProps) {
  const { query, facets, total, attributes, inStock, isAnyActive } = props;
  const t = await getTranslations("catalogue.list");
  const { category, search, sort } = query;
  const chosenOf = (name: string) =>
    query.attributes.filter((pair) => pair.name === name).map(({ value }) => value);
  return (
    <div
      key={listHref(query)}
      id={filtersId}
      popover="auto"
      className="inset-x-0 top-auto bottom-0 max-h-[88dvh] w-full max-w-none overflow-y-auto rounded-t-xl border-line border-t bg-raised shadow-float open:animate-enter lg:static lg:mt-6 lg:block lg:max-h-none lg:overflow-visible lg:rounded-none lg:border-0 lg:bg-transparent lg:shadow-none"
    >
      <form action="/products" autoComplete="off" className="page pb-0 lg:px-0">
        <HiddenFields values={parametersOf({ category, search, sort })} />
        <div className="flex items-center justify-between py-3 lg:hidden">
          <h2 className="text-lg">{t("filters")}</h2>
          <button
            type="button"
            popoverTarget={filtersId}
            popoverTargetAction="hide"
            className={buttonClass("ghost", "icon", "-me-2")}
            aria-label={t("closeFilters")}
          >
            <X aria-hidden />
          </button>
        </div>

        {query.inStock || query.instant || narrows([facets.in_stock, facets.instant], total) ? (
          <Group title={t("availability")}>
            <Tick name="in_stock" value="true" count={facets.in_stock} checked={query.inStock}>
              {inStock}
            </Tick>
            <Tick name="instant" value="true" count={facets.instant} checked={query.instant}>
              {t("onlyInstant")}
            </Tick>
          </Group>
        ) : null}

        <PriceGroup {...props} />

        {attributes.map(({ name, label, values }) => (
          <Values
            key={name}
            title={label}
            name="attribute"
            values={values}
            chosen={chosenOf(name)}
            total={total}
            writeValue={(value) => writeAttribute({ name, value })}
          />
        ))}
        <Values title={t("tags")} name="tag" values={facets.tags} chosen={query.tags} total={total} />

        <div className="sticky bottom-0 flex gap-2 border-line border-t bg-raised py-3 max-lg:-mx-4 max-lg:px-4 lg:static lg:mt-4 lg:flex-col lg:border-0 lg:bg-transparent lg:p-0">
          <button type="submit" className={buttonClass("primary", "md", "flex-1")}>
            {t("apply")}
          </button>
          {isAnyActive ? (
            <Link href={listHref({ ...query, ...noChoices })} className={buttonClass("secondary", "md")}>
              {t("clearFilters")}
            </Link>
          ) : null}
        </div>
      </form>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-line border-t py-3">
      <legend className="choice-head float-start w-full">{title}</legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}

type TickProps = { name: string; value: string; count: number; checked: boolean; children: string };

function Tick({ name, value, count, checked, children }: TickProps) {
  return (
    <label className="choice">
      <input type="checkbox" className="tick" name={name} value={value} defaultChecked={checked} />
      <span>{children}</span>
      <span>{count}</span>
    </label>
  );
}

interface ValuesProps {
  title: string;
  name: string;
  values: readonly CountedValue[];
  chosen: readonly string[];
  total: number;
  writeValue?(value: string): string;
}

async function Values({ title, name, values, chosen, total, writeValue = (value) => value }: ValuesProps) {
  const t = await getTranslations("catalogue.list");
  const counts = values.map(({ count }) => count);
  if (chosen.length === 0 && !narrows(counts, total)) return null;
  const isChosen = ({ value }: CountedValue) => chosen.includes(value);
  const sorted = [...values.filter(isChosen), ...values.filter((one) => !isChosen(one))];
  const tickOf = (one: CountedValue) => (
    <Tick key={one.value} name={name} value={writeValue(one.value)} count={one.count} checked={isChosen(one)}>
      {one.name}
    </Tick>
  );
  const rest = sorted.slice(Math.max(shown, chosen.length));
  return (
    <Group title={title}>
      {sorted.slice(0, sorted.length - rest.length).map(tickOf)}
      {rest.length > 0 ? (
        <details className="group">
          <summary className="min-h-9 cursor-pointer content-center text-pine text-sm group-open:hidden">
            {t("moreChoices", { count: rest.length })}
          </summary>
          {rest.map(tickOf)}
        </details>
      ) : null}
    </Group>
  );
}

async function PriceGroup({ query, facets, currency, priceText }: FilterPanelProps) {
  const t = await getTranslations("catalogue.list");
  const { priceMin, priceMax } = query;
  if (facets.prices.length < 2 && priceMin === null && priceMax === null) return null;
  const field = (name: string, label: string, value: string | null) => (
    <input
      name={name}
      inputMode="decimal"
      maxLength={16}
      defaultValue={value?.replace(/\.00$/, "") ?? ""}
      aria-label={label}
      placeholder={label}
      className="control min-w-0"
    />
  );
  return (
    <Group title={t("price", { currency })}>
      {facets.prices.map(({ min, max, count }) => {
        const isNow = min === priceMin && max === priceMax;
        const prices = isNow ? { priceMin: null, priceMax: null } : { priceMin: min, priceMax: max };
        return (
          <Link
            key={`${min} ${max}`}
            href={listHref({ ...query, ...prices, page: 1 })}
            rel="nofollow"
            aria-current={isNow ? "true" : undefined}
            className={cx("choice", isNow && "choice-now")}
          >
            <span>{priceText(min, max)}</span>
            <span>{count}</span>
          </Link>
        );
      })}
      <div className="mt-2 flex items-center gap-2">
        {field("price_min", t("priceFrom"), priceMin)}
        <span aria-hidden>–</span>
        {field("price_max", t("priceTo"), priceMax)}
      </div>
    </Group>
  );
}

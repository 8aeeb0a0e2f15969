import { ArrowDown, ArrowUp, type LucideIcon } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Pagination } from "@/components/ui/pagination";
import type { ListPages } from "../list-query";
import { scrollable } from "./scrollable";
import { SelectAllBox, SelectBox } from "./selection";

export interface Column<R> {
  key: string;
  head: ReactNode;
  cell: (row: R) => ReactNode;
  align?: "right";
  /** Values of `sort` in the address for each way that this list can be sorted. */
  sort?: { up?: string; down?: string };
  /** Left out on narrow screens, where the row's page says it. */
  from?: "md" | "lg" | "xl";
  /** Room that a text of any length takes on a phone, so that the cards of a list are alike. */
  onCard?: "whole" | "half";
  /** Only shown to who has chosen it. */
  isOptional?: true;
  className?: string;
}

interface DataTableProps<R> {
  label: string;
  columns: readonly (Column<R> | null)[];
  rows: readonly R[];
  rowKey: (row: R) => string | number;
  /** Shown instead of the table when there is nothing. */
  empty: { icon?: LucideIcon; title: ReactNode; description?: ReactNode; action?: ReactNode };
  isFiltered?: boolean;
  /** Address without any filter. */
  clearHref?: string;
  selectable?: boolean;
  /** Value of a tick, where it is not the row itself. */
  selectBy?: (row: R) => string | number;
  sort?: { value: string; href: (sort: string | null) => string };
  page?: ListPages;
  /** A row that wants attention. */
  rowTone?: (row: R) => "danger" | "warn" | undefined;
}

/**
 * On a phone a row is a card: what it is about stands on a line of its own and the rest below, figures with their column's
 * name, so that nobody has to push a table sideways to see an amount.
 */
const card = {
  head: "max-sm:block",
  headRow: "max-sm:flex max-sm:flex-wrap max-sm:items-center",
  /** Above cards the heads are no heads: they say by what the cards can be sorted. */
  sortRow: "max-sm:before:pl-3 max-sm:before:text-ink-faint max-sm:before:content-[attr(data-sort-label)]",
  row: "max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:px-3 max-sm:py-3",
  first: "max-sm:min-w-0 max-sm:grow max-sm:basis-[calc(100%-3rem)]",
  /** Texts of any length stand where those of the card above stand. */
  whole: "max-sm:min-w-0 max-sm:max-w-none max-sm:basis-full",
  half: "max-sm:min-w-0 max-sm:max-w-none max-sm:basis-[calc(50%-0.375rem)]",
  figure:
    "max-sm:ml-auto max-sm:before:mr-1.5 max-sm:before:font-normal max-sm:before:text-ink-faint max-sm:before:text-xs max-sm:before:content-[attr(data-label)]",
} as const;

/** The acts of a row stay in sight at the right edge, however wide the table is. */
const acts = {
  head: "sm:sticky sm:right-0 sm:z-10 sm:bg-[color-mix(in_oklab,var(--color-sunken)_50%,var(--color-surface))]",
  cell: "whitespace-nowrap sm:sticky sm:right-0 sm:z-10 sm:bg-surface sm:group-hover:bg-sunken sm:shadow-[-1px_0_0_var(--color-line)]",
} as const;
const isActs = (column: { key: string }) => column.key === "actions";

const hiddenBelow = {
  md: "max-md:hidden",
  lg: "max-lg:hidden",
  xl: "max-xl:hidden",
} as const;

export async function DataTable<R>(props: DataTableProps<R>) {
  const { label, rows, rowKey, empty, selectable, sort, page, rowTone, selectBy = rowKey } = props;
  const [t, format] = await Promise.all([getTranslations("admin.table"), getFormatter()]);
  const written = (cell: ReactNode) => (typeof cell === "number" ? format.number(cell) : cell);
  const columns = props.columns.filter((column) => column !== null);

  if (rows.length === 0 && page && page.total > 0) {
    const last = Math.ceil(page.total / page.perPage);
    return (
      <EmptyState
        title={t("pastEnd")}
        action={
          <Link href={page.href(last)} className="text-pine text-sm underline underline-offset-4">
            {t("toLastPage")}
          </Link>
        }
      />
    );
  }
  if (rows.length === 0) {
    return props.isFiltered ? (
      <EmptyState
        title={t("noMatch")}
        description={t("noMatchText")}
        action={
          props.clearHref ? (
            <Link href={props.clearHref} className="text-pine text-sm underline underline-offset-4">
              {t("clearFilters")}
            </Link>
          ) : null
        }
      />
    ) : (
      <EmptyState {...empty} />
    );
  }

  const isDeepest = page?.isCapped && page.page * page.perPage >= page.total;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <section aria-label={label} {...scrollable}>
        <table className="w-full border-collapse text-left text-[0.8125rem] max-sm:block">
          <caption className="sr-only">{label}</caption>
          <thead
            className={cx(
              "border-line border-b bg-sunken/50 text-ink-muted text-xs",
              selectable || (sort && columns.some((column) => column.sort)) ? card.head : "max-sm:hidden",
            )}
          >
            <tr
              className={cx(card.headRow, sort && card.sortRow)}
              data-sort-label={sort ? t("sortBy") : undefined}
            >
              {selectable ? (
                <th scope="col" className="w-10 py-2 pr-0 pl-3">
                  <SelectAllBox label={t("selectAll")} ids={rows.map((row) => selectBy(row))} />
                </th>
              ) : null}
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} emptyHead={t("actions")} />
              ))}
            </tr>
          </thead>
          <tbody className="max-sm:block" data-rows>
            {rows.map((row) => {
              const tone = rowTone?.(row);
              return (
                <tr
                  key={rowKey(row)}
                  className={cx(
                    "group scroll-my-24 border-line border-t first:border-t-0 focus-within:bg-sunken/40 hover:bg-sunken/40",
                    card.row,
                    tone === "danger" && "bg-danger-soft/50",
                    tone === "warn" && "bg-warn-soft/50",
                  )}
                >
                  {selectable ? (
                    <td className="align-middle sm:w-10 sm:py-2 sm:pr-0 sm:pl-3">
                      <SelectBox id={selectBy(row)} label={t("selectRow")} />
                    </td>
                  ) : null}
                  {columns.map((column, index) => (
                    <td
                      key={column.key}
                      data-label={typeof column.head === "string" ? column.head : undefined}
                      className={cx(
                        "align-middle max-sm:empty:hidden sm:px-3 sm:py-2",
                        index === 0 && card.first,
                        column.align === "right" && cx("tabular text-right", index > 0 && card.figure),
                        column.from && hiddenBelow[column.from],
                        isActs(column) && acts.cell,
                        column.className,
                        column.onCard && card[column.onCard],
                      )}
                    >
                      {written(column.cell(row))}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {page ? (
        <footer className="flex flex-wrap items-center justify-between gap-3">
          <p className="tabular text-ink-faint text-xs">
            {t(page.isCapped ? "rangeOfMore" : "range", {
              from: (page.page - 1) * page.perPage + 1,
              to: (page.page - 1) * page.perPage + rows.length,
              total: page.total,
            })}
            {isDeepest ? <span className="block">{t("deepest")}</span> : null}
          </p>
          <Pagination page={page.page} perPage={page.perPage} total={page.total} href={page.href} />
        </footer>
      ) : null}
    </div>
  );
}

type HeadCellProps<R> = {
  column: Column<R>;
  sort: DataTableProps<R>["sort"];
  /** Said to screen readers where a column has no head. */
  emptyHead: string;
};

function HeadCell<R>({ column, sort, emptyHead }: HeadCellProps<R>) {
  const classes = cx(
    "whitespace-nowrap px-3 py-2 font-medium",
    column.align === "right" && "text-right",
    column.from && hiddenBelow[column.from],
    isActs(column) && acts.head,
  );
  if (!sort || !column.sort) {
    return (
      <th scope="col" className={cx(classes, "max-sm:hidden")}>
        {column.head || <span className="sr-only">{emptyHead}</span>}
      </th>
    );
  }
  const { up, down } = column.sort;
  const isUp = up !== undefined && sort.value === up;
  const isDown = down !== undefined && sort.value === down;
  const next = isDown ? (up ?? null) : isUp ? null : (down ?? up ?? null);
  const Icon = isUp || (!isDown && down === undefined) ? ArrowUp : ArrowDown;
  return (
    <th scope="col" aria-sort={isUp ? "ascending" : isDown ? "descending" : "none"} className={classes}>
      <Link
        href={sort.href(next)}
        scroll={false}
        className={cx(
          "group/sort inline-flex items-center gap-1 rounded-sm align-top hover:text-ink",
          column.align === "right" && "flex-row-reverse",
        )}
      >
        {column.head}
        <Icon
          className={cx("size-3.5", isUp || isDown ? "text-pine" : "opacity-0 group-hover/sort:opacity-60")}
          aria-hidden
        />
      </Link>
    </th>
  );
}

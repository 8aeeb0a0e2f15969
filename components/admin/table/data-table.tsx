import type { LucideIcon } from "lucide-react";
import { getFormatter, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Pagination } from "@/components/ui/pagination";
import type { ListPages } from "../list-query";
import { SharedIcon } from "../shared-icon";
import { ColumnGrip, ColumnWidths } from "./column-widths";
import { type RowColumn, Rows } from "./rows";
import { scrollable } from "./scrollable";
import { SelectAllBox } from "./selection";

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
  /** The list, and how wide its reader made the columns. */
  own?: { path: string; widths: Readonly<Record<string, number>> };
  /** Address of the list with a look into any of its rows. */
  peekHref?: string;
  /** A row that wants attention. */
  rowTone?: (row: R) => "danger" | "warn" | undefined;
}

/** Texts of any length stand on a phone where those of the card above stand; they win over a column's own widths. */
const onCard = {
  whole: "max-sm:card-whole",
  half: "max-sm:card-half",
} as const;

const isActs = (column: { key: string }) => column.key === "actions";
/** Has its column's name before it on a card. */
const isFigure = <R,>(column: Column<R>, index: number): column is Column<R> & { head: string } =>
  column.align === "right" && index > 0 && typeof column.head === "string";

const hiddenBelow = {
  md: "max-md:hidden",
  lg: "max-lg:hidden",
  xl: "max-xl:hidden",
} as const;

/** Class and name of a column's cells. */
function placeOf<R>(column: Column<R>, index: number): RowColumn {
  const className = cx(
    index === 0 && "row-first",
    column.align === "right" && (isFigure(column, index) ? "row-figure" : "row-right"),
    column.from && hiddenBelow[column.from],
    isActs(column) && "row-acts",
    column.className,
    column.onCard && onCard[column.onCard],
  );
  return {
    key: column.key,
    ...(className ? { className } : {}),
    ...(isFigure(column, index) ? { label: column.head } : {}),
  };
}

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

  const isSortable = sort && columns.some((column) => column.sort);
  const isDeepest = page?.isCapped && page.page * page.perPage >= page.total;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <section aria-label={label} {...scrollable}>
        <WidthsOf own={props.own} cells={[...(selectable ? [null] : []), ...columns.map(({ key }) => key)]}>
          <table className="rows">
            <caption className="sr-only">{label}</caption>
            <thead className={cx(!selectable && !isSortable && "max-sm:hidden")}>
              <tr data-sort-label={sort ? t("sortBy") : undefined}>
                {selectable ? (
                  <th scope="col" className="row-tick">
                    <SelectAllBox label={t("selectAll")} ids={rows.map((row) => selectBy(row))} />
                  </th>
                ) : null}
                {columns.map((column) => (
                  <HeadCell
                    key={column.key}
                    column={column}
                    sort={sort}
                    emptyHead={t("actions")}
                    isWide={props.own !== undefined}
                  />
                ))}
              </tr>
            </thead>
            <Rows
              columns={columns.map(placeOf)}
              tickLabel={t("selectRow")}
              peek={props.peekHref ? { href: props.peekHref, label: t("peek") } : undefined}
              rows={rows.map((row) => {
                const tone = rowTone?.(row);
                return {
                  key: rowKey(row),
                  ...(tone ? { tone } : {}),
                  ...(selectable ? { tick: selectBy(row) } : {}),
                  cells: columns.map((column) => written(column.cell(row))),
                };
              })}
            />
          </table>
        </WidthsOf>
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

type WidthsOfProps = {
  own: { path: string; widths: Readonly<Record<string, number>> } | undefined;
  cells: readonly (string | null)[];
  children: ReactNode;
};

const WidthsOf = ({ own, cells, children }: WidthsOfProps) =>
  own ? (
    <ColumnWidths path={own.path} saved={own.widths} cells={cells}>
      {children}
    </ColumnWidths>
  ) : (
    children
  );

type HeadCellProps<R> = {
  column: Column<R>;
  sort: DataTableProps<R>["sort"];
  /** Said to screen readers where a column has no head. */
  emptyHead: string;
  /** Its width can be changed. */
  isWide: boolean;
};

function HeadCell<R>({ column, sort, emptyHead, isWide }: HeadCellProps<R>) {
  const grip =
    isWide && typeof column.head === "string" && column.head !== "" && !isActs(column) ? (
      <ColumnGrip column={column.key} label={column.head} />
    ) : null;
  const classes = cx(
    column.align === "right" && "row-right",
    column.from && hiddenBelow[column.from],
    isActs(column) && "row-acts",
  );
  if (!sort || !column.sort) {
    return (
      <th scope="col" className={cx(classes, "max-sm:hidden")}>
        {column.head || <span className="sr-only">{emptyHead}</span>}
        {grip}
      </th>
    );
  }
  const { up, down } = column.sort;
  const isUp = up !== undefined && sort.value === up;
  const isDown = down !== undefined && sort.value === down;
  const next = isDown ? (up ?? null) : isUp ? null : (down ?? up ?? null);
  const shade = cx("size-3.5", isUp || isDown ? "text-pine" : "opacity-0 group-hover/sort:opacity-60");
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
        {isUp || (!isDown && down === undefined) ? (
          <SharedIcon name="ArrowUp" className={shade} />
        ) : (
          <SharedIcon name="ArrowDown" className={shade} />
        )}
      </Link>
      {grip}
    </th>
  );
}

import type { LucideIcon } from "lucide-react";
import { getTranslations } from "next-intl/server";
import type { ComponentProps, ReactNode } from "react";
import { ClientMessages } from "@/components/store/client-messages";
import type { ListColumnsChoice } from "@/lib/accounts/staff/columns/schema";
import type { SavedView } from "@/lib/accounts/staff/views/schema";
import type { TextPlace } from "@/messages/areas";
import type { FoundPage, ListQuery, OrderedPage } from "./list-query";
import { PageHead } from "./page-frame";
import type { TextWith } from "./page-text";
import { chooseColumns } from "./table/choose-columns";
import { ColumnChooser } from "./table/column-chooser";
import { type ListColumns, withHeads } from "./table/columns";
import { CsvLink } from "./table/csv-link";
import { DataTable } from "./table/data-table";
import { FilterBar } from "./table/filter-bar";
import { LiveRows } from "./table/live-rows";
import { type Peeked, peekedOf, peekHrefOf } from "./table/peeked";
import { SavedViews } from "./table/saved-views";
import { BulkBar, SelectionScope } from "./table/selection";

type TableProps<R> = ComponentProps<typeof DataTable<R>>;

/** A person's own views of a list, and the columns that they see in it. */
export interface ListOfReader {
  views: readonly SavedView[];
  columns: ListColumnsChoice;
  /** When the page was drawn. */
  drawnAt: string;
}

type ListPageText = TextWith<"title" | "empty" | "emptyText">;

type ListPageProps<R, P extends ListPageText> = Pick<
  TableProps<R>,
  "rows" | "rowKey" | "rowTone" | "selectable"
> & {
  /** Draws a row beside the list. */
  peek?: (row: Peeked & { key: string }) => ReactNode;
  page: { path: string; text: P; icon: LucideIcon };
  columns: ListColumns<P, R>;
  /** The address, where the list has filters or pages. */
  list?: ListQuery<OrderedPage> | undefined;
  /** Place of this page in the list. */
  data?: FoundPage;
  filters?: ComponentProps<typeof FilterBar>;
  head?: { title?: string; description?: string; back?: { href: string; label: string } };
  actions?: ReactNode;
  /** Makes the first row: stands in the head, and again where the list is empty. */
  create?: ReactNode;
  /** Act that an empty list offers instead. */
  emptyAction?: ReactNode;
  /** Between the head and the filters. */
  children?: ReactNode;
  /** Views and columns that its reader has made. */
  own?: Promise<ListOfReader>;
  /** The list's own address in the API, where new rows show by themselves. */
  live?: string;
  /** Address of the same list as a file; false: not for this reader. The filters follow. */
  csv?: string | false;
  /** Between the filters and the table. */
  note?: ReactNode;
  /** Acts on the rows that are ticked. */
  bulk?: ReactNode;
  /** The acts take the list's filter as well, for all that match. */
  takesMatch?: boolean;
  /** Texts that client components of this list read: most lists have none. */
  areas?: readonly TextPlace[];
};

/** The frame of a page that is one list: head, filters, table with its empty state and pages. */
export async function ListPage<R, const P extends ListPageText>(props: ListPageProps<R, P>) {
  const { page, list, data, filters, head, create, live, csv } = props;
  const sort = list?.query.sort;
  const [t, own] = await Promise.all([getTranslations(page.text as "admin-money.refunds"), props.own]);
  const title = t("title");
  const headed = withHeads(props.columns, (key) => t(`columns.${key}` as "columns.order"));
  const { columns, choices } = chooseColumns(headed, own?.columns ?? { hidden: [], shown: [], widths: {} });
  const chooser =
    own && choices.length > 0 && props.rows.length > 0 ? (
      <ColumnChooser path={page.path} choices={choices} />
    ) : null;
  const peeked =
    props.peek && list && data ? peekedOf(list, data, props.rows.map(props.rowKey).map(String)) : null;
  // Acts for ticked rows are no part of a page whose reader ticks none.
  const bulk = props.selectable === false ? null : props.bulk;
  const content = (
    <>
      <PageHead
        title={title}
        description={t.has("description") ? t("description") : undefined}
        actions={
          props.actions || live || create ? (
            <>
              {props.actions}
              {live && list && own ? <LiveRows api={live} list={list} since={own.drawnAt} /> : null}
              {create}
            </>
          ) : null
        }
        {...head}
      />
      {props.children}
      {filters || chooser ? (
        <FilterBar {...filters}>
          {filters?.children}
          {csv && list ? <CsvLink href={`/api/v1${csv}?${list.text}`} /> : null}
          {chooser}
        </FilterBar>
      ) : null}
      {own && list ? <SavedViews path={page.path} views={own.views} query={list.view} /> : null}
      {props.note}
      <DataTable
        label={title}
        columns={columns}
        rows={props.rows}
        rowKey={props.rowKey}
        empty={{
          icon: page.icon,
          title: t("empty"),
          description: t("emptyText"),
          action: create ?? props.emptyAction,
        }}
        clearHref={page.path}
        {...(own ? { own: { path: page.path, widths: own.columns.widths } } : {})}
        {...(props.rowTone ? { rowTone: props.rowTone } : {})}
        {...(props.selectable === undefined ? {} : { selectable: props.selectable })}
        {...(list ? { isFiltered: list.isFiltered } : {})}
        {...(list && sort ? { sort: { value: sort, href: (next) => list.href({ sort: next }) } } : {})}
        {...(list && data ? { page: list.pages(data) } : {})}
        {...(props.peek && list && data ? { peekHref: peekHrefOf(list, data) } : {})}
      />
      {peeked && props.peek ? props.peek(peeked) : null}
      {bulk ? <BulkBar>{bulk}</BulkBar> : null}
    </>
  );
  const matching =
    props.takesMatch && own && list && data
      ? {
          count: data.is_total_capped ? null : data.total,
          body: { match: Object.fromEntries(new URLSearchParams(list.text)), drawn_at: own.drawnAt },
        }
      : null;
  const scoped = bulk ? (
    <SelectionScope {...(matching ? { matching } : {})}>{content}</SelectionScope>
  ) : (
    content
  );
  return props.areas ? <ClientMessages areas={props.areas}>{scoped}</ClientMessages> : scoped;
}

import type { ReactNode } from "react";
import { DateTime, type DateTimeStyle } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import type { Messages } from "@/messages/areas";
import { type BadgeState, StateBadge } from "../state-badge";
import { givesWay, OrderLink } from "./cells";
import type { Column } from "./data-table";

type HeadKeys<Texts> = Texts extends { columns: infer Heads } ? keyof Heads & string : never;
type HeadsAt<M, Place> = Place extends keyof M
  ? HeadKeys<M[Place]>
  : Place extends `${infer Area extends keyof M & string}.${infer Section}`
    ? HeadsAt<M[Area], Section>
    : never;

type KitColumn<R, K extends string> = Omit<Column<R>, "head"> & { key: K };

/** A column of a list: its head is the page's text `columns.<key>`, unless it brings one. */
type ListColumn<R, K extends string = string> = KitColumn<R, K> | Column<R>;

/** The columns of a page whose texts stand at P, for rows of this kind. */
export type ListColumns<P, R> = (ListColumn<R, HeadsAt<Messages, P>> | null)[];

type Place<R> = Partial<Omit<Column<R>, "key" | "head" | "cell">>;

type TimePlace<R> = Place<R> & {
  style?: DateTimeStyle;
  /** Said where the row has no such time. */
  none?: string;
};

/** When something happened to a row. */
export const timeColumn = <R, const K extends string>(
  key: K,
  at: (row: R) => string | null,
  { style = "ago", none, ...place }: TimePlace<R> = {},
): KitColumn<R, K> => ({
  key,
  align: "right",
  cell: (row) => {
    const value = at(row);
    if (value === null) return none === undefined ? null : <span className="text-ink-faint">{none}</span>;
    return <DateTime value={value} style={style} className="when" />;
  },
  ...place,
});

/** The time from which and until which something holds; without either, always. */
export const periodColumn = <R extends { starts_at: string | null; ends_at: string | null }>(
  always: string,
): KitColumn<R, "time"> => ({
  key: "time",
  from: "lg",
  className: "text-ink-muted text-xs",
  cell: (row) => (
    <>
      {row.starts_at ? <DateTime value={row.starts_at} /> : null}
      {row.starts_at || row.ends_at ? " – " : always}
      {row.ends_at ? <DateTime value={row.ends_at} /> : null}
    </>
  ),
});

/** The exact moment of a line in a log: its first column. */
export const momentColumn = <R extends { created_at: string }>(): KitColumn<R, "time"> => ({
  key: "time",
  cell: (row) => <DateTime value={row.created_at} style="exact" className="whitespace-nowrap" />,
});

type MoneyPlace<R> = Place<R> & {
  /** The sum that the row is about. */
  isMain?: true;
};

/** A sum with its currency. */
export const moneyColumn = <R, const K extends string>(
  key: K,
  sum: (row: R) => readonly [amount: string, currency: string] | null,
  { isMain, ...place }: MoneyPlace<R> = {},
): KitColumn<R, K> => ({
  key,
  align: "right",
  cell: (row) => {
    const [value, currency] = sum(row) ?? [];
    if (value === undefined || currency === undefined) return null;
    return <Money value={value} currency={currency} {...(isMain ? { className: "font-medium" } : {})} />;
  },
  ...place,
});

/** A state in its colour, with its name. */
export const stateColumn = <R, const K extends string>(
  key: K,
  state: (row: R) => readonly [state: BadgeState, name: string],
): KitColumn<R, K> => ({
  key,
  cell: (row) => {
    const [value, name] = state(row);
    return <StateBadge state={value}>{name}</StateBadge>;
  },
});

/** The order that a row is about. */
export const orderColumn = <R extends { order_no: string | null }>(): KitColumn<R, "order"> => ({
  key: "order",
  cell: (row) => (row.order_no === null ? null : <OrderLink orderNo={row.order_no} />),
});

/** Somebody with a page of their own, whose name gives way. */
export const personColumn = <R, const K extends string>(
  key: K,
  person: (row: R) => { name: string; href: string },
): KitColumn<R, K> => ({
  key,
  className: givesWay,
  cell: (row) => {
    const { name, href } = person(row);
    return (
      <Link href={href} title={name} className="block truncate hover:text-pine">
        {name}
      </Link>
    );
  },
});

/** A count. */
export const numberColumn = <R, const K extends string>(
  key: K,
  count: (row: R) => ReactNode,
  place: Place<R> = {},
): KitColumn<R, K> => ({ key, align: "right", cell: count, ...place });

/** Gives each column its head, by its key. */
export const withHeads = <R, K extends string>(
  columns: readonly (ListColumn<R, K> | null)[],
  head: (key: K) => ReactNode,
): (Column<R> | null)[] =>
  columns.map((column) =>
    column === null || "head" in column ? column : { ...column, head: head(column.key) },
  );

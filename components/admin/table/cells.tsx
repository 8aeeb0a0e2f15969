import { cx } from "@/components/ui/cx";
import { DateTime } from "@/components/ui/date-time";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import type { Column } from "./data-table";

/**
 * A column of names and sentences: it takes a share of the room that dates, sums and acts leave, and cuts what does not fit. Its
 * cells need a `truncate` and the whole text as their title.
 */
export const givesWay = "max-w-44 sm:w-1/4 sm:min-w-24 sm:max-w-0";

/** A number that leads to its page: high enough for a finger. */
export const codeLink = "inline-block py-1 font-mono text-xs hover:text-pine";

/** `isInText`: between words, where colour alone does not tell a link. */
export const OrderLink = ({ orderNo, isInText = false }: { orderNo: string; isInText?: boolean }) => (
  <Link href={`/admin/orders/${orderNo}`} className={cx(codeLink, isInText && "underline")}>
    {orderNo}
  </Link>
);

interface StatementRow {
  created_at: string;
  type: string;
  remark?: string | null | undefined;
  reference: string;
  direction: "in" | "out";
  amount: string;
  balance_after: string;
}

type StatementHead =
  | "columns.time"
  | "columns.type"
  | "columns.reference"
  | "columns.amount"
  | "columns.after";

/** A statement of a wallet or of an agent's deposit. */
export const statementColumns = <R extends StatementRow>(
  currency: string,
  head: (key: StatementHead) => string,
  typeOf: (row: R) => string,
): Column<R>[] => [
  {
    key: "time",
    head: head("columns.time"),
    cell: (row) => <DateTime value={row.created_at} className="whitespace-nowrap" />,
  },
  {
    key: "type",
    head: head("columns.type"),
    cell: (row) => (
      <>
        {typeOf(row)}
        {row.remark ? <span className="block text-ink-faint text-xs">{row.remark}</span> : null}
      </>
    ),
  },
  {
    key: "reference",
    head: head("columns.reference"),
    from: "md",
    cell: (row) =>
      row.reference.startsWith("K") ? (
        <OrderLink orderNo={row.reference} />
      ) : (
        <code className="font-mono text-xs">{row.reference}</code>
      ),
  },
  {
    key: "amount",
    head: head("columns.amount"),
    align: "right",
    cell: (row) => (
      <Money
        value={row.amount}
        currency={currency}
        sign={row.direction === "in" ? "+" : "−"}
        className={row.direction === "in" ? "text-ok" : ""}
      />
    ),
  },
  {
    key: "after",
    head: head("columns.after"),
    align: "right",
    cell: (row) => <Money value={row.balance_after} currency={currency} className="text-ink-muted" />,
  },
];

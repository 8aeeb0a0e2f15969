import { AppError } from "../../../core/errors";
import { readCsv } from "../../../core/formats/csv";
import { type Cents, parseMoney } from "../../../core/money";
import { refusal, type Said } from "../../../core/refusals/refusal";

/** A paid order in the agent's own books. */
export interface BookRow {
  orderNo: string | null;
  downstreamOrderNo: string | null;
  amountCents: Cents;
  /** Null where the books say nothing of refunds. */
  refundedCents: Cents | null;
}

/** As order numbers are written: one line, nothing that the database could not store. */
const number = /^[^\p{Cc}\p{Cs}]{1,100}$/u;

const maxRows = 5000;

const refuse = (said: Said) => new AppError("malformed", said, { field: "csv" });

/** Where each column stands. Our own export and a Keyshelf agent's name them so. */
function readHeading(cells: readonly string[]) {
  const names = cells.map((cell) => cell.toLowerCase());
  const find = (...wanted: string[]) => names.findIndex((name) => wanted.includes(name));
  const columns = {
    orderNo: find("upstream_order_no", "order_no"),
    downstreamOrderNo: find("downstream_order_no"),
    amount: find("amount"),
    refunded: find("refunded_amount"),
    paidAt: find("paid_at"),
  };
  if (columns.amount < 0 || (columns.orderNo < 0 && columns.downstreamOrderNo < 0))
    throw refuse("books_columns");
  return columns;
}

/**
 * The paid orders of a CSV file. A row without a time of payment is no paid order, where there is such a column.
 * @throws AppError `malformed` naming the line
 */
export function readBooks(csv: string): BookRow[] {
  const [heading, ...rows] = readCsv(csv);
  if (!heading) throw refuse("books_columns");
  if (rows.length > maxRows) throw refuse(refusal("books_too_many", { max: maxRows }));
  const columns = readHeading(heading.cells);
  const seen = new Set<string>();
  return rows.flatMap(({ line, cells }) => {
    const cell = (column: number) => (column < 0 ? "" : (cells[column] ?? "").trim());
    if (columns.paidAt >= 0 && cell(columns.paidAt) === "") return [];
    const orderNo = cell(columns.orderNo) || null;
    const downstreamOrderNo = cell(columns.downstreamOrderNo) || null;
    const amountCents = parseMoney(cell(columns.amount));
    const refunded = cell(columns.refunded);
    const refundedCents = refunded === "" ? null : parseMoney(refunded);
    const key = orderNo ?? downstreamOrderNo;
    const isReadable = [orderNo, downstreamOrderNo].every((no) => no === null || number.test(no));
    if (key === null || !isReadable || amountCents === undefined || refundedCents === undefined)
      throw refuse(refusal("books_line", { line }));
    if (seen.has(key)) throw refuse(refusal("books_twice", { line }));
    seen.add(key);
    return [{ orderNo, downstreamOrderNo, amountCents, refundedCents }];
  });
}

import { zonedTimes } from "../days";
import { keysOf } from "../shapes/records";

/**
 * Characters with which a spreadsheet may read a cell as a formula, also behind spaces and in full width (A20). Behind
 * apostrophes too, so that what was put before a text can be told from what its writer typed.
 */
const formulaStart = /^'*[\s\u0000]*[=+\-@\t\r\u0000＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;
/**
 * A text of digits that a spreadsheet reads as a number, a day or a time: it drops zeros in front, rounds after 15 digits,
 * and makes January of `1-2`.
 */
const digits =
  /^'*\s*(?:\.?[\d０-９][\d０-９,]*(?:\.\d*)?(?:e[+-]?\d+)?|\d+(?:[-/.:]\d+){1,2}(?:[T\s]\d+(?::\d+){1,2})?)[\s%]*$/i;

function keepText(text: string): string {
  if (digits.test(text)) return `'${text}`;
  return text
    .split(/(\r\n|\n|\r)/)
    .map((line) => (formulaStart.test(line) && !/^[\r\n]+$/.test(line) ? `'${line}` : line))
    .join("");
}

const joinLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")}\r\n`;

/** One line of texts that stay texts in a spreadsheet. */
export const csvLine = (cells: readonly string[]): string => joinLine(cells.map(keepText));

/** How the cells of a column are written: a text as it is, a number to count with, a time on the wall clock of the shop. */
export type ColumnKind = "text" | "number" | "time";
export type CsvColumns<C extends string> = Readonly<Record<C, ColumnKind>>;
export type CsvCell = string | number | null;

const namesOf = <C extends string>(columns: CsvColumns<C>): C[] => keysOf(columns);

/** The heading and the lines of a table. */
export function csvWriter<C extends string>(columns: CsvColumns<C>, timeZone: string) {
  const writeTime = zonedTimes(timeZone);
  const write = (kind: ColumnKind, cell: CsvCell): string => {
    const text = String(cell ?? "");
    if (kind === "time" && text !== "") return writeTime(new Date(text));
    return kind === "number" && number.test(text) ? text : keepText(text);
  };
  const names = namesOf(columns);
  return {
    heading: csvLine(names),
    line: (cell: (column: C) => CsvCell) => joinLine(names.map((name) => write(columns[name], cell(name)))),
  };
}

interface CsvTable<R, C extends string> {
  columns: CsvColumns<C>;
  timeZone: string;
  cell: (row: R, column: C) => CsvCell;
  /** At most `size` rows behind this id, by ascending id. */
  read: (after: number, size: number) => Promise<readonly R[]>;
}

const pieceSize = 1000;

/** Rows as CSV, read a piece after the other, so that a large table is never in memory as a whole. */
export async function* csvTable<R extends { id: number }, C extends string>({
  columns,
  timeZone,
  cell,
  read,
}: CsvTable<R, C>): AsyncGenerator<string> {
  const { heading, line } = csvWriter(columns, timeZone);
  yield heading;
  for (let after = 0; ; ) {
    const rows = await read(after, pieceSize);
    yield rows.map((row) => line((column) => cell(row, column))).join("");
    const last = rows.at(-1);
    if (!last || rows.length < pieceSize) return;
    after = last.id;
  }
}

const delimiters = [",", ";", "\t"] as const;

/** Takes away again the mark that `csvLine` put before a text. */
export function restoreCell(cell: string): string {
  if (cell.startsWith("'") && digits.test(cell)) return cell.slice(1);
  return cell
    .split(/(\r\n|\n|\r)/)
    .map((line) => (line.startsWith("'") && formulaStart.test(line.slice(1)) ? line.slice(1) : line))
    .join("");
}

/** The delimiter that stands most often outside quotation marks in the first line. */
function delimiterOf(text: string): string {
  const [first = ""] = text.split(/\r\n|\n|\r/, 1);
  const bare = first.replaceAll(/"[^"]*"/g, "");
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** The cells of a CSV text (RFC 4180), line by line; a quoted cell may hold line breaks. Commas, semicolons or tabs divide. */
export function readCsv(text: string): { line: number; cells: string[] }[] {
  const source = text.replace(/^\uFEFF/, "");
  const delimiter = delimiterOf(source);
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r\\n|\\n|\\r|$)`,
    "y",
  );
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let line = 1;
  let startedAt = 1;
  while (cell.lastIndex < source.length) {
    const found = cell.exec(source);
    // Every place begins a cell: a quotation mark that is never closed is text.
    if (!found) break;
    const [whole, quoted, bare = "", end] = found;
    cells.push(restoreCell(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"')));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === delimiter) continue;
    rows.push({ line: startedAt, cells });
    cells = [];
    startedAt = line;
  }
  if (cells.length > 0) rows.push({ line: startedAt, cells: [...cells, ""] });
  return rows.filter(({ cells: all }) => all.some((one) => one !== ""));
}

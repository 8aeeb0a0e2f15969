/**
 * Characters with which a spreadsheet may read a cell as a formula, also behind spaces and in full width (A20). Behind
 * apostrophes too, so that what was put before a text can be told from what its writer typed.
 */
const formulaStart = /^'*[\s\u0000]*[=+\-@\t\r\u0000＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;
/** Texts that a spreadsheet takes for a number and changes: leading zeros, more digits than it shows, an exponent, a day. */
const changedNumber = /^'*(?:0\d+|\d{12,}|\d+[eE]\d+|\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4})?)$/;

function neutralise(text: string): string {
  if (changedNumber.test(text)) return `'${text}`;
  if (number.test(text)) return text;
  return text
    .split(/(\r\n|\n|\r)/)
    .map((line) => (formulaStart.test(line) && !/^[\r\n]+$/.test(line) ? `'${line}` : line))
    .join("");
}

const writeCell = (cell: string | number | null): string =>
  typeof cell === "number" ? String(cell) : neutralise(cell ?? "");

/** One line of CSV; every text is safe to open in a spreadsheet, also one of digits, and numbers stay numbers. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => `"${writeCell(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;

interface CsvTable<R> {
  columns: readonly string[];
  cells: (row: R) => (string | number | null)[];
  /** At most `size` rows behind this id, by ascending id. */
  read: (after: number, size: number) => Promise<readonly R[]>;
}

const pieceSize = 1000;

/** Rows as CSV, read a piece after the other, so that a large table is never in memory as a whole. */
export async function* csvTable<R extends { id: number }>({
  columns,
  cells,
  read,
}: CsvTable<R>): AsyncGenerator<string> {
  yield csvLine(columns);
  for (let after = 0; ; ) {
    const rows = await read(after, pieceSize);
    yield rows.map((row) => csvLine(cells(row))).join("");
    const last = rows.at(-1);
    if (!last || rows.length < pieceSize) return;
    after = last.id;
  }
}

const delimiters = [",", ";", "\t"] as const;

/** Takes away again what `csvLine` put before a text that a spreadsheet would change. */
function restore(cell: string): string {
  if (cell.startsWith("'") && changedNumber.test(cell)) return cell.slice(1);
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
    cells.push(restore(quoted === undefined ? bare.trim() : quoted.replaceAll('""', '"')));
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === delimiter) continue;
    rows.push({ line: startedAt, cells });
    cells = [];
    startedAt = line;
  }
  if (cells.length > 0) rows.push({ line: startedAt, cells: [...cells, ""] });
  return rows.filter(({ cells: all }) => all.some((one) => one !== ""));
}

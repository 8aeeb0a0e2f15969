import type { KeyColumns } from "@/lib/stock/imports/schema";

const delimiters = [",", ";", "\t"] as const;
export type Delimiter = (typeof delimiters)[number];

export interface KeyTable {
  delimiter: Delimiter;
  /** The first lines, as a sample of each column. */
  rows: string[][];
}

/** The cells of one line, quoted ones with `""` for a quotation mark. */
export function splitCells(line: string, delimiter: Delimiter): string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const end = quoted ? quoted[0].length : rest.indexOf(delimiter);
    const cell = quoted ? (quoted[1] ?? "").replaceAll('""', '"') : end === -1 ? rest : rest.slice(0, end);
    cells.push(cell);
    rest = end === -1 ? "" : rest.slice(end);
    if (!rest.startsWith(delimiter)) return cells;
    rest = rest.slice(1);
  }
}

const sampleLines = 20;

/** The first lines that are not empty; one inside quotation marks may have line breaks. */
export const firstLines = (text: string): string[] =>
  (text.match(/(?:"(?:[^"]|"")*"|[^"\r\n]|")+/g) ?? [])
    .filter((line) => line.trim() !== "")
    .slice(0, sampleLines);

/** A table, if the first lines have more than one cell and none has more than the first one. */
export function findTable(lines: readonly string[]): KeyTable | null {
  const first = lines.slice(0, sampleLines);
  for (const delimiter of delimiters) {
    const rows = first.map((line) => splitCells(line, delimiter));
    const [sample] = rows;
    if (sample && sample.length > 1 && rows.every((row) => row.length > 1 && row.length <= sample.length))
      return { delimiter, rows };
  }
  return null;
}

export type ColumnName = keyof KeyColumns;
export const columnNames = ["key", "sku", "product", "use_by", "cost", "note", "public_label"] as const;

/** Usual headings, in English and Chinese. The first that fits takes the column. */
const headings: readonly (readonly [ColumnName, RegExp])[] = [
  ["use_by", /use.?by|expir|valid|until|有效|到期|过期/i],
  ["sku", /(^|[^a-z])sku($|[^a-z])|option|variant|规格/i],
  ["public_label", /public.?label|公开标签/i],
  ["product", /product(?!.?(key|code))|slug|商品/i],
  ["cost", /cost|paid|成本|进价/i],
  ["note", /note|memo|comment|备注/i],
  ["key", /key|code|secret|serial|account|卡密|卡号|密钥|账号|激活码/i],
];

/** A key of two columns: what belongs together only a person knows. */
const password = /pass(word)?|密码/i;

/** Guesses each column by its heading; null where no heading says where the keys are. */
export function guessColumns(heading: readonly string[]): Partial<Record<ColumnName, number>> | null {
  if (heading.some((cell) => password.test(cell))) return null;
  const guessed: Partial<Record<ColumnName, number>> = {};
  for (const [index, cell] of heading.entries()) {
    const name = headings.find(([one, pattern]) => guessed[one] === undefined && pattern.test(cell))?.[0];
    if (name) guessed[name] = index;
  }
  return guessed.key === undefined ? null : guessed;
}

const delimiters = [",", ";", "\t"] as const;
type Delimiter = (typeof delimiters)[number];

export interface KeyTable {
  delimiter: Delimiter;
  /** The cells of the first line, as a sample of each column. */
  sample: string[];
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

/** A table, if the first lines have the same number of cells, more than one. Its reader chooses the column: a key may hold a comma. */
export function findTable(lines: readonly string[]): KeyTable | null {
  const first = lines.slice(0, 20);
  for (const delimiter of delimiters) {
    const rows = first.map((line) => splitCells(line, delimiter));
    const [sample] = rows;
    if (sample && sample.length > 1 && rows.every((row) => row.length === sample.length))
      return { delimiter, sample };
  }
  return null;
}

/** One column of the lines; a line that lacks it becomes empty, and is left out with the other empty ones. */
export const takeColumn = (lines: readonly string[], delimiter: Delimiter, column: number): string[] =>
  lines.map((line) => splitCells(line, delimiter)[column] ?? "");

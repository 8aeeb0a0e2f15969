/** Characters with which a spreadsheet may read a cell as a formula, also behind spaces and in full width (A20). */
const formulaStart = /^[\s\u0000]*[=+\-@\t\r\u0000＝＋－＠]/;
const number = /^-?\d+(\.\d+)?$/;

function neutralise(text: string): string {
  if (number.test(text)) return text;
  return text
    .split(/(\r\n|\n|\r)/)
    .map((line) => (formulaStart.test(line) && !/^[\r\n]+$/.test(line) ? `'${line}` : line))
    .join("");
}

/** One line of CSV; every text is safe to open in a spreadsheet and numbers stay numbers. */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => `"${neutralise(String(cell ?? "")).replaceAll('"', '""')}"`).join(",")}\r\n`;

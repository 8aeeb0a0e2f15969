/** Several texts stand in one cell, separated by " | ". Inside a text a backslash escapes a separator or another backslash. */
const escaped = (text: string, further = "") =>
  text.replace(/[\\|=]/g, (mark) => (mark !== "=" || further.includes("=") ? `\\${mark}` : mark));

const unescaped = (text: string) => text.replace(/\\([\\|=])/g, "$1");

/** Splits at each mark that is not escaped. A backslash and the character behind it are skipped together. */
function splitAt(text: string, mark: string, most = Number.POSITIVE_INFINITY): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length && parts.length < most - 1; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === mark) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

export const writeList = (items: readonly string[]): string => items.map((item) => escaped(item)).join(" | ");

export const readList = (cell: string): string[] =>
  splitAt(cell, "|")
    .map((part) => unescaped(part.trim()))
    .filter(Boolean);

/** `Region = EU | Duration = 1 year`. */
export const writePairs = (pairs: readonly (readonly [name: string, value: string])[]): string =>
  pairs.map(([name, value]) => `${escaped(name, "=")} = ${escaped(value)}`).join(" | ");

/** Null where a part has no "=". */
export function readPairs(cell: string): [name: string, value: string][] | null {
  const pairs = splitAt(cell, "|")
    .filter((part) => part.trim() !== "")
    .map((part) => splitAt(part, "=", 2).map((side) => unescaped(side.trim())));
  const whole = pairs.flatMap(([name, value]): [string, string][] =>
    name === undefined || value === undefined ? [] : [[name, value]],
  );
  return whole.length === pairs.length ? whole : null;
}

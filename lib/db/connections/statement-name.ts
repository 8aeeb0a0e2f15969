const maxTables = 5;
const maxKept = 2000;
const names = new Map<string, string>();

/** The places of a statement where a table stands; not the `UPDATE` of `FOR UPDATE` and `DO UPDATE`. */
const places =
  /\b(?:from|join|into|(?<!\b(?:for|do|key)\s)update)\s+(?:only\s+)?(?!lateral\b)((?:"?[a-z_]\w*"?\.)?"?[a-z_]\w*"?)/gi;

const texts = /'(?:[^']|'')*'/g;

function nameStatement(text: string): string {
  const operation = /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "STATEMENT";
  const tables = new Set<string>();
  for (const [, place = ""] of text.replace(texts, "").matchAll(places)) {
    tables.add(place.replaceAll('"', "").replace(/^.*\./, ""));
    if (tables.size === maxTables) break;
  }
  return [operation, ...tables].join(" ");
}

/** `SELECT orders payments`: what a trace calls a statement. It names tables and never a value. */
export function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = nameStatement(text);
    if (names.size < maxKept) names.set(text, name);
  }
  return name;
}

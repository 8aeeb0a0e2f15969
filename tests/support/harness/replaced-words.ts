/** Beginnings of words that docs/glossary.md replaced, in names and in sentences; beside each the word that stands for it. */
const stems: readonly (readonly [RegExp, string])[] = [
  [/^fulfilment/, "fulfillment"],
  [/^surplus/, "overpaid"],
  [/^mend(s|ed|ing|er)?$/, "repair"],
  [/^nought/, "nothing"],
];

/** The same of names of several words. Names of the wire and of columns (`next_try_at`) stay what they are. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^\w+( \w+)* (try|tries)$/, "attempt"],
  [/^(take|give)( \w+)? turn/, "attempt, lease"],
];

/** The same of lines. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:const|let) tries\b/, "attempts"],
  [/\b(?:buy|buys|buying|bought) on\b(?! \w+ page)/i, "renew"],
  [/\b(?:seal|open)\([^;]*(?:\bplace|Place)\(/, "aad"],
];

/** Stored values are bound to this text. */
const stored = "fulfilments:content";

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

/** Replaced words of a line, each with its successor. */
export function replacedWords(line: string): string[] {
  const text = line.replaceAll(stored, "");
  const found = [...text.matchAll(/[A-Za-z]\w*/g)].flatMap(([name]) => {
    const words = wordsOf(name);
    const inWords = words.split(" ").flatMap((word) => stems.filter(([stem]) => stem.test(word)));
    return [...inWords, ...(name.includes("_") ? [] : names.filter(([pattern]) => pattern.test(words)))].map(
      ([, instead]) => `${name}: ${instead}`,
    );
  });
  return [...found, ...phrases.filter(([pattern]) => pattern.test(text)).map(([, instead]) => instead)];
}

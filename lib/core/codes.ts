/** Longer texts are no code that somebody pasted, with blanks between and a word before it. */
export const longestCode = 64;

/**
 * A code that the shop made, as a person typed or pasted it: full-width letters are the letters (NFKC), and white space and
 * invisible characters are none. Case and dashes are left to each kind of code.
 */
export const readCode = (typed: string): string => typed.normalize("NFKC").replace(/[\s\p{Cf}]/gu, "");

/** The digits of a code of six, whatever stands around them. */
export const readDigits = (typed: string): string => readCode(typed).replace(/\D/g, "").slice(0, 6);

/** Characters of no width that copying puts into a key: soft hyphen, zero-width blanks and joiners, marks of direction. */
const noWidth = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]/g;
const isEdge = (character: string | undefined) =>
  character !== undefined && /[\s\p{Cf}\u0085]/u.test(character);
const plainKey = /^[!-~]*$/;

/**
 * A key of the goods as it is compared: without white space and format characters at its ends and without characters of no
 * width inside. What is stored and delivered stays as it came.
 */
export function comparableKey(key: string): string {
  if (plainKey.test(key)) return key;
  let [from, to] = [0, key.length];
  while (from < to && isEdge(key[from])) from += 1;
  while (from < to && isEdge(key[to - 1])) to -= 1;
  return key.slice(from, to).replace(noWidth, "");
}

const atAnEnd = /^[^\S\r\n]|[^\S\r\n]$/gm;
const lineLike = /[\v\f\u0085\u2028\u2029]/g;

const named = (text: string, pattern: RegExp): string[] => {
  const found = new Set<string>();
  for (const [character] of text.matchAll(pattern)) found.add(character);
  return [...found].map(
    (character) => `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
};

/** Which characters of a text of keys nobody sees, and which of them part lines for other programs and not here. */
export const unseenIn = (text: string): { unseen: string[]; breaks: string[] } => {
  const rest = text.replace(/^\uFEFF/, "");
  const breaks = named(rest, lineLike);
  const unseen = [...new Set([...named(rest, atAnEnd), ...named(rest, noWidth)])];
  return { breaks, unseen: unseen.filter((name) => !breaks.includes(name)) };
};

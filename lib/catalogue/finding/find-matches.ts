import { asSearched, type Good } from "./good";
import type { Goods } from "./kept-goods";
import { inOrder, onSaleOf } from "./select-goods";
import { findMisspelt } from "./sql";

type Fits = (good: Good) => boolean;

const maxWords = 6;
/** Longer words are found by their pieces. */
const maxSwapped = 16;

/** Words of three letters resemble too many others, and syntax resembles nothing. */
const mayBeMisspelt = (word: string) => /^[\p{L}\p{N}]{4,}$/u.test(word);
const isHan = (word: string) => /^\p{Script=Han}{3,}$/u.test(word);
/** One or two signs of Chinese are a word of their own in either order. */
const mayBeSwapped = (word: string) => mayBeMisspelt(word) || isHan(word);
const mayBePinyin = (word: string) => /^[a-z]{2,}$/.test(word);

const contains =
  (word: string): Fits =>
  ({ text }) =>
    text.includes(word);

const spells =
  (word: string): Fits =>
  ({ text, spelled }) =>
    text.includes(word) || spelled.includes(word);

/** The word with one pair of neighbours the other way round: "widnows" shares too few pieces with "windows". */
function containsSwapped(word: string): Fits {
  const letters = [...word];
  const swaps = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(""));
  const either = letters.length > maxSwapped ? [word] : [word, ...swaps];
  return ({ text }) => either.some((one) => text.includes(one));
}

/** A word of Chinese with one sign that sounds or looks like the right one. */
function containsWrongSign(word: string): Fits {
  const signs = [...word].slice(0, maxSwapped);
  const patterns = signs.map((_, at) => signs.map((sign, place) => (place === at ? "." : sign)).join(""));
  const pattern = new RegExp(patterns.join("|"), "u");
  return ({ text }) => pattern.test(text);
}

/** Finds those that fit, with the words in their title first. */
function ranked(goods: readonly Good[], fits: readonly Fits[], phrase: string): number[] {
  const rankOf = ({ title }: Good) => (title.startsWith(phrase) ? 0 : title.includes(phrase) ? 1 : 2);
  const found = inOrder(
    goods.filter((good) => fits.every((one) => one(good))),
    "default",
  );
  const ranks = new Map(found.map((good) => [good, rankOf(good)]));
  return found.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0)).map(({ id }) => id);
}

/**
 * Ids of the products on sale that have every word of `search` somewhere in title, tags, summary, category or options, those
 * with it in the title first. When there is none, a word may be Chinese in Latin letters, then have a pair of letters swapped or one
 * wrong sign of Chinese, and then be misspelt.
 */
export async function findMatches(goods: Goods, search: string): Promise<number[]> {
  const words = asSearched(search).split(/\s+/u).filter(Boolean).slice(0, maxWords);
  if (words.length === 0) return [];
  const shelf = onSaleOf(goods);
  const phrase = words.join(" ");
  const ways: ((word: string) => Fits)[] = [contains];
  if (words.some(mayBePinyin)) ways.push((word) => (mayBePinyin(word) ? spells(word) : contains(word)));
  if (words.some(mayBeSwapped))
    ways.push((word) => (mayBeSwapped(word) ? containsSwapped(word) : contains(word)));
  if (words.some(isHan)) ways.push((word) => (isHan(word) ? containsWrongSign(word) : contains(word)));
  for (const way of ways) {
    const found = ranked(shelf, words.map(way), phrase);
    if (found.length > 0) return found;
  }
  const misspelt = words.filter(mayBeMisspelt);
  if (misspelt.length === 0) return [];
  const others = words.filter((word) => !mayBeMisspelt(word)).map(contains);
  const found = await findMisspelt(misspelt);
  return found.filter((id) => {
    const good = goods.goods.get(id);
    return good !== undefined && others.every((fits) => fits(good));
  });
}

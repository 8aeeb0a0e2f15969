import { adminLists } from "./closed-lists-admin";
import { deskLists } from "./closed-lists-desk";
import { figureLists } from "./closed-lists-figures";
import { operatorLists } from "./closed-lists-operator";
import { partnerLists } from "./closed-lists-partner";
import { shopLists } from "./closed-lists-shop";

/** The words of a closed list by what each says. A list is known by its words, wherever a schema names them. */
export type ClosedLists = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const closedLists: ClosedLists = {
  ...shopLists,
  ...partnerLists,
  ...adminLists,
  ...operatorLists,
  ...figureLists,
  ...deskLists,
};

const keyOf = (words: readonly unknown[]): string => words.map(String).sort().join(" ");

export const describeWords = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([word, meaning]) => `- \`${word}\`: ${meaning}`)
    .join("\n");

const byWords = new Map(
  Object.entries(closedLists).map(([name, words]) => [
    keyOf(Object.keys(words)),
    { name, description: describeWords(words) },
  ]),
);

/** Name and description of the list that has these words. */
export const listedWords = (words: readonly unknown[]) => byWords.get(keyOf(words));

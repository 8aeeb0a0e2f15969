import { expect, it } from "vitest";
import { replacedWords } from "../../support/harness/replaced-words";

it("finds a replaced word by its stem, in names and in sentences", () => {
  const found = [
    "bookSurplus()",
    "A mended way, mending it",
    "takeCountedTurn",
    "openTries",
    "LoginTry",
    "Fulfilments",
  ];
  expect(found.map((text) => replacedWords(text).length)).toEqual([1, 2, 1, 1, 1, 1]);
  expect(
    replacedWords("tryLock(entriesOf(countries), next_try_at); // It tries again and amends it"),
  ).toEqual([]);
  for (const text of [
    "seal(text, place(id)) // an access that is bought on",
    "open(it, bodyPlace(id)) // Buys on",
  ])
    expect(replacedWords(text), text).toHaveLength(2);
});

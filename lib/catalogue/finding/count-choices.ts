import type { Lang } from "../../core/translations";
import type { Good } from "./good";
import type { Goods } from "./kept-goods";
import { priceRanges } from "./price-ranges";
import type { Choices, CountedAttribute, CountedValue, ProductFacets } from "./schema";
import { type Conditions, failedKinds, kindOfAttribute, onSaleOf } from "./select-goods";

const mostValues = 30;
const mostAttributes = 10;

const add = <K>(counts: Map<K, number>, key: K) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Counts a product for its category and for the one above it. */
function categoryCounter({ categories }: Goods) {
  const parents = new Map(categories.map(({ id, parent_id }) => [id, parent_id]));
  const counts = new Map<number, number>();
  const count = ({ categoryId }: Good) => {
    const parent = parents.get(categoryId) ?? null;
    add(counts, categoryId);
    if (parent !== null) add(counts, parent);
  };
  return { count, counts };
}

/** By category, with the goods of the categories below it. */
export function countCategories(goods: Goods): ReadonlyMap<number, number> {
  const { count, counts } = categoryCounter(goods);
  for (const good of onSaleOf(goods)) count(good);
  return counts;
}

/** The most frequent, and those that were asked for; of the same number by their words. */
function frequent(
  counts: ReadonlyMap<string, number>,
  asked: readonly string[],
  nameOf: (value: string) => string,
): CountedValue[] {
  const all = new Map([...asked.map((value) => [value, 0] as const), ...counts]);
  return [...all]
    .map(([value, count]) => ({ value, name: nameOf(value), count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .filter(({ value }, at) => at < mostValues || asked.includes(value));
}

/** Names of the tags in a language, from the goods that have them in it. */
function namesIn(lang: Lang, goods: Iterable<Good>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (lang === undefined) return names;
  for (const { tags, tagNames } of goods)
    for (const [at, name] of (tagNames?.[lang] ?? []).entries()) {
      const tag = tags[at];
      if (tag !== undefined && !names.has(tag)) names.set(tag, name);
    }
  return names;
}

function attributesOf(
  counts: ReadonlyMap<string, ReadonlyMap<string, number>>,
  asked: NonNullable<Choices["attribute"]>,
): CountedAttribute[] {
  const askedOf = (name: string) => asked.filter((pair) => pair.name === name).map(({ value }) => value);
  const names = new Set([...asked.map(({ name }) => name), ...counts.keys()]);
  const sumOf = (values: ReadonlyMap<string, number> | undefined) =>
    [...(values?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  return [...names]
    .sort((a, b) => sumOf(counts.get(b)) - sumOf(counts.get(a)) || (a < b ? -1 : 1))
    .filter((name, at) => at < mostAttributes || askedOf(name).length > 0)
    .map((name) => ({
      name,
      values: frequent(counts.get(name) ?? new Map(), askedOf(name), (value) => value),
    }));
}

/**
 * Counts of every choice under the choices of the other kinds, in one pass: goods that fail no kind count everywhere, those that fail
 * one count for the choices of that kind.
 */
export function countChoices(
  catalogue: Goods,
  conditions: Conditions,
  choices: Choices,
  lang: Lang,
): ProductFacets {
  const categories = categoryCounter(catalogue);
  const tags = new Map<string, number>();
  const attributes = new Map<string, Map<string, number>>();
  const priced: Good[] = [];
  const simple = { in_stock: 0, instant: 0 };
  for (const good of catalogue.goods.values()) {
    if (!conditions.isListed(good)) continue;
    const [failed, other] = failedKinds(good, conditions);
    if (other !== undefined) continue;
    const counts = (kind: string) => failed === undefined || failed === kind;
    if (counts("category")) categories.count(good);
    if (counts("price")) priced.push(good);
    if (counts("in_stock") && good.inStock) simple.in_stock += 1;
    if (counts("instant") && good.instant) simple.instant += 1;
    if (counts("tag")) for (const tag of new Set(good.tags)) add(tags, tag);
    for (const [name, value] of good.attributes) {
      if (!counts(kindOfAttribute(name))) continue;
      const values = attributes.get(name) ?? new Map<string, number>();
      attributes.set(name, values);
      add(values, value);
    }
  }
  const names = namesIn(lang, catalogue.goods.values());
  return {
    categories: catalogue.categories.flatMap(({ id, slug, is_active }) => {
      const count = categories.counts.get(id);
      return count && is_active ? [{ id, slug, count }] : [];
    }),
    prices: priceRanges(priced),
    ...simple,
    tags: frequent(tags, choices.tag ?? [], (tag) => names.get(tag) ?? tag),
    attributes: attributesOf(attributes, choices.attribute ?? []),
  };
}

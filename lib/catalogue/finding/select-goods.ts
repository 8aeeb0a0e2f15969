import type { productSorts } from "../schema";
import type { Good } from "./good";
import type { Goods } from "./kept-goods";
import type { Choices } from "./schema";

type Sort = (typeof productSorts)[number];
type Test = (good: Good) => boolean;

/** Tests of what is asked for, one a kind. Goods that fail one kind alone are what another choice of that kind would show. */
export interface Conditions {
  /** On sale, and among what a search found. */
  isListed: Test;
  kinds: ReadonlyMap<string, Test>;
}

export const kindOfAttribute = (name: string) => `attribute ${name}`;

const isAny = (wanted: readonly string[]) => {
  const named = new Set(wanted);
  return (values: readonly string[]) => values.some((value) => named.has(value));
};

/** Its own goods and those of the categories below it; of an unknown one none. */
function inCategory({ categories }: Goods, { category_id, category }: Choices): Test | null {
  if (category_id === undefined && category === undefined) return null;
  const isNamed = ({ id, slug }: { id: number; slug: string }) =>
    (category_id === undefined || id === category_id) && (category === undefined || slug === category);
  const named = new Set(categories.filter(isNamed).map(({ id }) => id));
  const wanted = new Set(
    categories
      .filter(({ id, parent_id }) => named.has(id) || (parent_id !== null && named.has(parent_id)))
      .map(({ id }) => id),
  );
  return ({ categoryId }) => wanted.has(categoryId);
}

function atPrice({ price_min, price_max }: Choices): Test | null {
  if (price_min === undefined && price_max === undefined) return null;
  const least = Number(price_min ?? 0n);
  const most = price_max === undefined ? Number.POSITIVE_INFINITY : Number(price_max);
  return ({ prices }) => prices.some((price) => price >= least && price <= most);
}

export function conditionsOf(goods: Goods, choices: Choices, found: readonly number[] | null): Conditions {
  const active = new Set(goods.categories.filter(({ is_active }) => is_active).map(({ id }) => id));
  const among = found && new Set(found);
  const kinds = new Map<string, Test | null>([
    ["category", inCategory(goods, choices)],
    ["price", atPrice(choices)],
    ["in_stock", choices.in_stock ? ({ inStock }) => inStock : null],
    ["instant", choices.instant ? ({ instant }) => instant : null],
  ]);
  if (choices.tag?.length) {
    const isTagged = isAny(choices.tag);
    kinds.set("tag", ({ tags }) => isTagged(tags));
  }
  const pairs = choices.attribute ?? [];
  for (const name of new Set(pairs.map((pair) => pair.name))) {
    const isWanted = isAny(pairs.filter((pair) => pair.name === name).map(({ value }) => value));
    kinds.set(kindOfAttribute(name), ({ attributes }) =>
      isWanted(attributes.filter((pair) => pair[0] === name).map(([, value]) => value)),
    );
  }
  return {
    isListed: ({ id, categoryId }) => active.has(categoryId) && (among === null || among.has(id)),
    kinds: new Map([...kinds].filter((kind): kind is [string, Test] => kind[1] !== null)),
  };
}

/** Kinds that this one fails; two say as much as all. */
export function failedKinds(good: Good, { kinds }: Conditions): string[] {
  const failed: string[] = [];
  for (const [kind, fits] of kinds)
    if (!fits(good)) {
      failed.push(kind);
      if (failed.length === 2) break;
    }
  return failed;
}

const byId = (a: Good, b: Good) => a.id - b.id;

/** The usual order is that of the operator, and what nobody can buy comes last. */
const orders: Record<Sort, (a: Good, b: Good) => number> = {
  default: (a, b) => Number(b.inStock) - Number(a.inStock) || a.sortOrder - b.sortOrder || byId(a, b),
  newest: (a, b) => b.createdAt - a.createdAt || byId(b, a),
  price_asc: (a, b) => a.cents - b.cents || byId(a, b),
  price_desc: (a, b) => b.cents - a.cents || byId(a, b),
};

export const inOrder = (goods: readonly Good[], sort: Sort): Good[] => goods.toSorted(orders[sort]);

export const listedGoods = ({ goods }: Goods, conditions: Conditions): Good[] =>
  [...goods.values()].filter(
    (good) => conditions.isListed(good) && failedKinds(good, conditions).length === 0,
  );

export const onSaleOf = (goods: Goods): Good[] => listedGoods(goods, conditionsOf(goods, {}, null));

/** The ids in the order in which a search found them. */
export function inRank(ids: readonly number[], found: readonly number[]): number[] {
  const listed = new Set(ids);
  return found.filter((id) => listed.has(id));
}

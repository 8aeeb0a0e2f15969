import { isOneOf } from "../core/shapes/records";

/** Kinds with one stored text for each unit. */
export const keyedKinds = ["card_key", "account", "link"] as const;
/** `text` is one reusable content, `none` is delivery by hand. */
export const secretKinds = [...keyedKinds, "text", "none"] as const;
export type SecretKind = (typeof secretKinds)[number];
/** Goods beside the units of an option or instead of its text; first those that buyers pay for. */
export const addedGoods = ["license", "living", "dynamic", "bundle", "file"] as const;
/** All that "What is delivered" of a product may say. */
export const goodsKinds = [...secretKinds, ...addedGoods] as const;
export type GoodsKind = (typeof goodsKinds)[number];

export const isAddedGoods = (goods: GoodsKind): goods is (typeof addedGoods)[number] =>
  isOneOf(addedGoods, goods);

/** Kind as which a product is stored: the text of an option may stay empty where it delivers something else. */
export const secretKindOf = (goods: GoodsKind): SecretKind => (isAddedGoods(goods) ? "text" : goods);

/**
 * Everything that a product delivers, the principal kind first. An option sells a text where it has one, and where nothing
 * stands in its place.
 */
export function goodsOf(
  kind: SecretKind,
  options: readonly { delivers: readonly string[]; hasText: boolean }[],
): GoodsKind[] {
  const added = addedGoods.filter((code) => options.some(({ delivers }) => delivers.includes(code)));
  if (kind !== "text") return [kind, ...added];
  const instead = added.filter((code) => code !== "file");
  const hasText =
    options.length === 0 || options.some(({ delivers, hasText }) => hasText || delivers.length === 0);
  return [...instead, ...(hasText ? [kind] : []), ...added.filter((code) => code === "file")];
}

export const isKeyed = (kind: string): boolean => isOneOf(keyedKinds, kind);

/** How buyers are told of the stock; the strictest one last. */
export const stockDisplays = ["exact", "range", "words"] as const;
export type StockDisplay = (typeof stockDisplays)[number];

export const productStatuses = ["draft", "active", "archived"] as const;

export const formFieldTypes = ["text", "textarea", "email", "number", "select"] as const;

/** How a product comes to its buyer, by what it is. */
export const deliveryOf = (kind: SecretKind) => (kind === "none" ? "manual" : "auto");

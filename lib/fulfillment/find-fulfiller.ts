import type { AddedFulfiller, SoldItem, StockFulfiller } from "./fulfiller";
import { byHand } from "./kinds/by-hand/by-hand";
import { dynamic } from "./kinds/dynamic/dynamic";
import { file } from "./kinds/file/file";
import { license } from "./kinds/license/license";
import { living } from "./kinds/living/living";
import { mainSite } from "./kinds/main-site/main-site";
import { renewal } from "./kinds/renewal/renewal";
import { reusableText } from "./kinds/reusable-text/reusable-text";
import { stockKey } from "./kinds/stock-key/stock-key";

/** Further goods that an option may deliver: a new kind is one folder in kinds/ and one word here. */
export const addedFulfillers: readonly AddedFulfiller[] = [file, license, living, dynamic];

/** Further goods that items of orders deliver: those of options, and the renewal of what was bought. */
export const itemFulfillers: readonly AddedFulfiller[] = [...addedFulfillers, renewal];

/** Tells whether any version of an agent site can pass on the goods: all of them are in the payload's text. */
export const isTextOnly = (codes: readonly string[]): boolean =>
  codes.every((code) => textFulfillers.includes(code));
export const textFulfillers: readonly string[] = addedFulfillers
  .filter(({ isText }) => isText)
  .map(({ code }) => code);

/** Owner of the item's units. Kinds and sources are what the catalogue calls them on the wire. */
export function findStockFulfiller(
  item: Pick<SoldItem, "delivery" | "source" | "autoSecretKind">,
): StockFulfiller {
  if (item.source === "upstream") return mainSite;
  if (item.delivery === "manual") return byHand;
  return item.autoSecretKind === "text" ? reusableText : stockKey;
}

/** In the order of the list above. @throws Error for a kind that this version does not know */
export function findAddedFulfillers(codes: readonly string[]): AddedFulfiller[] {
  const unknown = codes.find((code) => !itemFulfillers.some((one) => one.code === code));
  if (unknown) throw new Error(`This version cannot deliver "${unknown}"`);
  return itemFulfillers.filter(({ code }) => codes.includes(code));
}

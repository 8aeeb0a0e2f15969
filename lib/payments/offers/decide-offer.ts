import { deviceOf } from "../buyer-device";
import { guestsMark, type OfferDevice, type OfferRules } from "./schema";

interface Goods {
  productId: number;
  /** The product's own category, and the one above it. Null: the product is gone, and no rule can be read for it. */
  categoryIds: readonly number[] | null;
}

/** Buyer who would pay by a channel, and their order. Each is read only where a rule asks for it. */
export interface Chooser {
  /** Null: a balance is topped up. */
  goods: () => Promise<readonly Goods[] | null>;
  /** Null: a guest. */
  levelId: () => Promise<number | "none" | null>;
  country: () => Promise<string | null>;
  device: OfferDevice;
}

/** Why a channel is not shown, as the rule that the refusal names. */
export type OfferRefusal = "channel_goods" | "channel_buyer" | "channel_country" | "channel_device";

export function offerDeviceOf(userAgent: string): OfferDevice {
  const device = deviceOf(userAgent);
  if (device === "pc") return "desktop";
  return device === "wechat" ? "wechat" : "phone";
}

const isListed = (rules: OfferRules, productId: number, categoryIds: readonly number[]): boolean =>
  rules.product_ids.includes(productId) || categoryIds.some((id) => rules.category_ids.includes(id));

export const namesGoods = (rules: OfferRules): boolean =>
  rules.product_ids.length > 0 || rules.category_ids.length > 0;

/** Every line of an order has to fit; one whose product is gone does not. A channel for certain goods alone tops up no balance. */
async function fitsGoods(rules: OfferRules, { goods }: Chooser): Promise<boolean> {
  if (!namesGoods(rules)) return true;
  const wanted = await goods();
  const isExcept = rules.goods_meaning === "except";
  if (wanted === null) return isExcept;
  return (
    wanted.length > 0 &&
    wanted.every(
      ({ productId, categoryIds }) =>
        categoryIds !== null && isListed(rules, productId, categoryIds) !== isExcept,
    )
  );
}

async function fitsBuyer(rules: OfferRules, { levelId }: Chooser): Promise<boolean> {
  if (rules.buyers.length === 0) return true;
  const level = await levelId();
  return rules.buyers.includes(level === null ? guestsMark : String(level));
}

/** A country that is not known is in no list. */
async function fitsCountry(rules: OfferRules, { country }: Chooser): Promise<boolean> {
  if (rules.countries.length === 0) return true;
  const code = await country();
  const isNamed = code !== null && rules.countries.includes(code);
  return rules.countries_meaning === "except" ? !isNamed : isNamed;
}

/** The one place that decides whether a channel is shown to somebody, and taken when they choose it. */
export async function offerRefusal(rules: OfferRules, chooser: Chooser): Promise<OfferRefusal | null> {
  if (rules.devices.length > 0 && !rules.devices.includes(chooser.device)) return "channel_device";
  if (!(await fitsCountry(rules, chooser))) return "channel_country";
  if (!(await fitsBuyer(rules, chooser))) return "channel_buyer";
  if (!(await fitsGoods(rules, chooser))) return "channel_goods";
  return null;
}

/** Shown to everybody, for everything: what can be named without knowing who asks. */
export const isForEverybody = (rules: OfferRules): boolean =>
  !namesGoods(rules) &&
  rules.buyers.length === 0 &&
  rules.countries.length === 0 &&
  rules.devices.length === 0;

import { z } from "zod";
import { rule } from "../../core/refusals/refusal";
import { shapedAs } from "../../core/shaped-text";

/** Devices of buyers, as the operator tells them apart. A phone with another app's browser is a phone. */
export const offerDevices = ["desktop", "phone", "wechat"] as const;
export type OfferDevice = (typeof offerDevices)[number];

/** A list names what alone is meant, or what is left out. */
export const listMeanings = ["only", "except"] as const;

/** In `buyers`, beside the ids of member levels. */
export const guestsMark = "guests";

const ids = z.array(z.int().min(1).max(2_147_483_647)).max(1_000);

const members = {
  goods_meaning: z.enum(listMeanings),
  product_ids: ids,
  /** With the categories below them. */
  category_ids: ids,
  /** `guests` and ids of member levels. */
  buyers: z.array(z.string().check(...shapedAs(/^(guests|[1-9]\d{0,8})$/, rule("guests_or_level")))).max(200),
  countries_meaning: z.enum(listMeanings),
  /** ISO 3166-1 alpha-2. */
  countries: z
    .array(
      z
        .string()
        .trim()
        .toUpperCase()
        .check(...shapedAs(/^[A-Z]{2}$/, rule("country"))),
    )
    .max(250),
  devices: z.array(z.enum(offerDevices)).max(offerDevices.length),
};

/** Whom a channel is shown to, and for what. An empty list is everybody, everything, everywhere. */
export const offerRules = z.object({
  goods_meaning: members.goods_meaning.default("only"),
  product_ids: members.product_ids.default([]),
  category_ids: members.category_ids.default([]),
  buyers: members.buyers.default([]),
  countries_meaning: members.countries_meaning.default("only"),
  countries: members.countries.default([]),
  devices: members.devices.default([]),
});
export type OfferRules = z.output<typeof offerRules>;

/** Members that are left out stay as they are. */
export const offerRulesPatch = z.object(members).partial();

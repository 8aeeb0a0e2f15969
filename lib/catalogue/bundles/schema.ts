import { z } from "zod";
import { refusal, rule } from "../../core/refusals/refusal";
import { id, moneyOut, plainText, priceIn, seenIn } from "../../core/wire";
import { secretKinds } from "../schema";
import { maxParts } from "./bounds";

/** Code in `skus.fulfillers` of an option that is sold as its parts, and nothing besides. */
const bundleCode = "bundle";
/** Its settings stand where those of fulfillers stand. */
export const bundleFulfillers = [bundleCode];
export const isBundle = ({ fulfillers }: { fulfillers: readonly string[] }): boolean =>
  fulfillers.includes(bundleCode);

const maxUnits = 100;
const unitsRule = rule(refusal("between", { min: 1, max: maxUnits }));
const percentRule = rule(refusal("between", { min: 0, max: 99 }));

export const bundleBody = z
  .object({
    /** In the order in which they are shown. None: the option is no bundle any more. */
    parts: z
      .array(z.object({ sku_id: id, quantity: z.int(unitsRule).min(1, unitsRule).max(maxUnits, unitsRule) }))
      .max(maxParts, rule(refusal("too_many", { max: maxParts }))),
    /** Off the sum of the parts, which the price follows. Null or absent: the option has a price of its own. */
    percent: z.int(percentRule).min(0, percentRule).max(99, percentRule).nullable().optional(),
    /** The price of its own; absent, it stays. */
    price: priceIn.optional(),
    seen: seenIn,
  })
  .refine(({ percent, price }) => percent == null || price === undefined, {
    error: rule("price_or_percent"),
  });
export type BundleBody = z.output<typeof bundleBody>;

const bundlePart = z.object({
  sku_id: z.int(),
  product_id: z.int(),
  title: z.string(),
  sku_name: z.string(),
  code: z.string(),
  kind: z.enum(secretKinds),
  quantity: z.int(),
  /** Price of one unit. */
  price: moneyOut,
  /** Units of the part that are there; null without end. */
  available: z.int().nullable(),
  /** False: it was switched off or archived, and the bundle is not sold. */
  is_sellable: z.boolean(),
});

export const bundle = z.object({
  parts: z.array(bundlePart),
  percent: z.int().nullable(),
  price: moneyOut,
  /** Sum of the parts' own prices. */
  parts_price: moneyOut,
  /** How many bundles can be sold now; null without end. */
  available: z.int().nullable(),
});
export type Bundle = z.infer<typeof bundle>;

export const partQuery = z.object({ search: plainText(100).optional() });
export const partChoices = z.object({ parts: z.array(bundlePart.omit({ quantity: true })) });
export type PartChoices = z.infer<typeof partChoices>;

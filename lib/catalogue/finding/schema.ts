import { z } from "zod";
import { refusal, rule } from "../../core/refusals/refusal";
import { describedAs } from "../../core/shapes/described";
import { moneyIn, moneyOut } from "../../core/wire";

/** Choices of one kind that a request may name. */
export const mostChoices = 10;
const longestTags = 1_000;
const longestAttributes = 3_000;

/** Divides at a comma or colon, not where a backslash stands before it. */
function divide(text: string, at: string): string[] {
  const parts = [""];
  let isPlain = false;
  for (const letter of text) {
    if (letter === at && !isPlain) parts.push("");
    else parts.push(`${parts.pop()}${letter}`);
    isPlain = letter === "\\" && !isPlain;
  }
  return parts;
}

const plain = (part: string) => part.replace(/\\(.)/gsu, "$1").trim();

const tagsText = describedAs(
  z
    .string()
    .max(longestTags)
    .transform((text, ctx) => {
      const tags = divide(text, ",").map(plain).filter(Boolean);
      if (tags.length <= mostChoices) return tags;
      ctx.addIssue({ code: "custom", message: rule(refusal("tag_list", { max: mostChoices })) });
      return z.NEVER;
    }),
  {
    is: {
      type: "string",
      maxLength: longestTags,
      pattern: `^[^,]*(,[^,]*){0,${mostChoices - 1}}$`,
      examples: ["puzzle,co-op"],
    },
    says: "Goods with any of these tags: commas between them, `\\,` for a comma of a tag.",
  },
);

export interface AttributeChoice {
  name: string;
  value: string;
}

/** Facts of the product itself, beside the attributes of its options. */
export const ownAttributes = ["platform", "region"] as const;
export const isOwnAttribute = (name: string): name is (typeof ownAttributes)[number] =>
  ownAttributes.some((one) => one === name);

/** Reads NAME:VALUE of an address. */
export function readAttribute(text: string): AttributeChoice | null {
  const [name = "", ...value] = divide(text, ":");
  const pair = { name: plain(name), value: plain(value.join(":")) };
  return pair.name && pair.value ? pair : null;
}

const marked = (text: string): string => text.replace(/[\\,:]/g, "\\$&");

export const writeAttribute = ({ name, value }: AttributeChoice): string =>
  `${marked(name)}:${marked(value)}`;

const attributesText = describedAs(
  z
    .string()
    .max(longestAttributes)
    .transform((text, ctx): AttributeChoice[] => {
      const pairs = divide(text, ",").map(readAttribute);
      const whole = pairs.filter((pair) => pair !== null);
      if (pairs.length <= mostChoices && whole.length === pairs.length) return whole;
      ctx.addIssue({ code: "custom", message: rule(refusal("attribute_list", { max: mostChoices })) });
      return z.NEVER;
    }),
  {
    is: {
      type: "string",
      maxLength: longestAttributes,
      pattern: `^[^\\s,:\\\\]+:[^\\s,:\\\\]+(,[^\\s,:\\\\]+:[^\\s,:\\\\]+){0,${mostChoices - 1}}$`,
      examples: ["platform:Windows,Term:1 year"],
    },
    says: "Goods with an option of these attributes, as NAME:VALUE with commas between them: of one name any, of several names each. `platform` and `region` are the product's own. A comma, colon or backslash of a name or value has a backslash before it.",
  },
);

const flag = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .optional();

/** Choices that narrow a list, beside its category and the words of a search. */
export const choicesQuery = {
  /** Lowest price of an option. */
  price_min: moneyIn.optional(),
  /** Highest price of an option. */
  price_max: moneyIn.optional(),
  /** Only what can be bought now. */
  in_stock: flag,
  /** Only what is delivered at once, without a person. */
  instant: flag,
  tag: tagsText.optional(),
  attribute: attributesText.optional(),
};

export interface Choices {
  category_id?: number | undefined;
  category?: string | undefined;
  price_min?: bigint | undefined;
  price_max?: bigint | undefined;
  in_stock?: boolean | undefined;
  instant?: boolean | undefined;
  tag?: readonly string[] | undefined;
  attribute?: readonly AttributeChoice[] | undefined;
}

export const categoryCount = z.object({ id: z.int(), slug: z.string(), count: z.int() });
/** One bound is null at either end. Both prices belong to it. */
export const priceRange = z.object({ min: moneyOut.nullable(), max: moneyOut.nullable(), count: z.int() });
export type PriceRange = z.infer<typeof priceRange>;
/** A value as it is asked for, and what it is called in the language that was asked for. */
export const countedValue = z.object({ value: z.string(), name: z.string(), count: z.int() });
export type CountedValue = z.infer<typeof countedValue>;
export const countedAttribute = z.object({ name: z.string(), values: z.array(countedValue) });
export type CountedAttribute = z.infer<typeof countedAttribute>;

/** How many goods the list would have with each choice, were it the only one of its kind; the other kinds stay as they were asked for. */
export const productFacets = z.object({
  /** Each with its own goods and those of the categories below it; one without is left out. */
  categories: z.array(categoryCount),
  prices: z.array(priceRange),
  in_stock: z.int(),
  instant: z.int(),
  /** The most frequent, and those that were asked for. */
  tags: z.array(countedValue),
  attributes: z.array(countedAttribute),
});
export type ProductFacets = z.infer<typeof productFacets>;

/** With `facets=true` the list carries the counts of each choice. */
export const facetsFlag = flag;

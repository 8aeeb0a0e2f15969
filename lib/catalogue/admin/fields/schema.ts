import { z } from "zod";
import { keysOf } from "../../../core/shapes/records";
import { plainText } from "../../../core/wire";

/** Units of one line of an order, here and between shops. */
export const mostUnits = 1000;

/** How buyers are told of the stock; the strictest one last. */
export const stockDisplays = ["exact", "range", "words"] as const;

/** Value of `stock` when there is no end to it. */
export const unlimitedStock = 999_999;

interface PlainField<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  column: string;
  input: Input;
  output: Output;
  /** How the form asks for it, and what it begins with. */
  form: "count" | "choice" | "text";
  initial: string;
  /** Buyers read it too: it is a member of the public products. */
  isPublic?: true;
}

const quantity = z.int().min(1).max(mostUnits);

/**
 * Fields of a product that are stored as they come and go out as they are stored. From one entry follow the body, the columns
 * that are written, the views and the form; its texts stand in messages under `product.plain`.
 */
export const plainFields = {
  min_quantity: {
    column: "minQuantity",
    input: quantity,
    output: z.int(),
    form: "count",
    initial: "1",
    isPublic: true,
  },
  max_quantity: {
    column: "maxQuantity",
    input: quantity,
    output: z.int(),
    form: "count",
    initial: "100",
    isPublic: true,
  },
  low_stock_at: {
    column: "lowStockAt",
    input: z.int().min(0).max(unlimitedStock),
    output: z.int(),
    form: "count",
    initial: "5",
  },
  stock_display: {
    column: "stockDisplay",
    input: z.enum(stockDisplays),
    output: z.enum(stockDisplays),
    form: "choice",
    initial: "exact",
    isPublic: true,
  },
  instructions: {
    column: "instructions",
    input: plainText(4000)
      .nullable()
      .transform((text) => text || null),
    output: z.string().nullable(),
    form: "text",
    initial: "",
  },
} as const satisfies Record<string, PlainField>;

type Fields = typeof plainFields;
export type PlainName = keyof Fields;
export const plainNames = keysOf(plainFields);
export type PublicName = { [N in PlainName]: Fields[N] extends { isPublic: true } ? N : never }[PlainName];
const isPublic = (name: PlainName): name is PublicName => "isPublic" in plainFields[name];
export const publicNames = plainNames.filter(isPublic);

/** Choices of a field, as its schema lists them; texts of each stand beside those of the field. */
export function choicesOf(name: PlainName): readonly string[] {
  const { input } = plainFields[name];
  if (input instanceof z.ZodEnum) return input.options;
  throw new Error(`${name} is a choice, and its schema lists nothing`);
}

const shape = <N extends PlainName, Part extends "input" | "output">(names: readonly N[], part: Part) =>
  Object.fromEntries(names.map((name) => [name, plainFields[name][part]])) as {
    [Name in N]: Fields[Name][Part];
  };

export const plainInput = z.object(shape(plainNames, "input")).partial().shape;
export const plainOutput = shape(plainNames, "output");
export const publicOutput = shape(publicNames, "output");

export type PlainInput = { [N in PlainName]?: z.output<Fields[N]["input"]> | undefined };
export type PlainColumns = { [N in PlainName as Fields[N]["column"]]: z.output<Fields[N]["output"]> };
export type PlainMembers<N extends PlainName = PlainName> = { [Name in N]: z.output<Fields[Name]["output"]> };

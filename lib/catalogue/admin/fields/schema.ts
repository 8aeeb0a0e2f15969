import { z } from "zod";
import { keysOf } from "../../../core/shapes/records";
import { plainText } from "../../../core/wire";
import { mostUnits, stockDisplays, unlimitedStock } from "../../schema";

interface PlainField<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  column: string;
  input: Input;
  output: Output;
  /** How the form asks for it, and what it begins with. */
  form: "count" | "choice" | "text";
  initial: string;
}

const quantity = z.int().min(1).max(mostUnits);

/**
 * Fields of a product that are stored as they come and go out as they are stored. From one entry follow the body, the columns
 * that are written, the view and the form; its texts stand in messages under `product.plain`.
 */
export const plainFields = {
  min_quantity: { column: "minQuantity", input: quantity, output: z.int(), form: "count", initial: "1" },
  max_quantity: { column: "maxQuantity", input: quantity, output: z.int(), form: "count", initial: "100" },
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

/** Choices of a field, as its schema lists them; texts of each stand beside those of the field. */
export function choicesOf(name: PlainName): readonly string[] {
  const { input } = plainFields[name];
  if (input instanceof z.ZodEnum) return input.options;
  throw new Error(`${name} is a choice, and its schema lists nothing`);
}

const shape = <Part extends "input" | "output">(part: Part) =>
  Object.fromEntries(plainNames.map((name) => [name, plainFields[name][part]])) as {
    [N in PlainName]: Fields[N][Part];
  };

export const plainInput = z.object(shape("input")).partial().shape;
export const plainOutput = shape("output");

export type PlainInput = { [N in PlainName]?: z.output<Fields[N]["input"]> | undefined };
export type PlainColumns = { [N in PlainName as Fields[N]["column"]]: z.output<Fields[N]["output"]> };
export type PlainMembers = { [N in PlainName]: z.output<Fields[N]["output"]> };

import { z } from "zod";
import { keysOf, recordOf } from "../../../core/shapes/records";
import { pictureAddress, plainText } from "../../../core/wire";
import { stockDisplays } from "../../choices";

/** Units of one line of an order, here and between shops. */
export const mostUnits = 1000;

/** Value of `stock` when there is no end to it. */
export const unlimitedStock = 999_999;

interface PlainField<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  column: string;
  input: Input;
  output: Output;
  /** Value of a new product, and how the form asks where the schema does not tell. */
  drawn: { initial: string | number | boolean | null; kind?: "textarea"; unit?: string };
  /** It is a member of the public products; shoppers read it on the page too. Without: staff alone read it. */
  reader?: "api" | "shopper";
}

const quantity = z.int().min(1).max(mostUnits);
/** Time that a product's page promises, in whole units of its field. */
const promised = (most: number) => ({
  input: z.int().min(1).max(most).nullable(),
  output: z.int().nullable(),
  drawn: { initial: null },
});
const shortFact = {
  input: plainText(60)
    .nullable()
    .transform((text) => text || null),
  output: z.string().nullable(),
  drawn: { initial: null },
};

/**
 * Fields of a product that are stored as they come and go out as they are stored. From one entry follow the body, the columns
 * that are written, the views, the form and, for shoppers, a line of the product's page. Its texts stand in messages under
 * `fields`: of `admin-sell.product`, of `catalogue` where shoppers read them too.
 */
export const plainFields = {
  min_quantity: {
    column: "minQuantity",
    input: quantity,
    output: z.int(),
    drawn: { initial: 1 },
    reader: "api",
  },
  max_quantity: {
    column: "maxQuantity",
    input: quantity,
    output: z.int(),
    drawn: { initial: 100 },
    reader: "api",
  },
  low_stock_at: {
    column: "lowStockAt",
    input: z.int().min(0).max(unlimitedStock),
    output: z.int(),
    drawn: { initial: 5 },
  },
  stock_display: {
    column: "stockDisplay",
    input: z.enum(stockDisplays),
    output: z.enum(stockDisplays),
    drawn: { initial: "exact" },
    reader: "api",
  },
  instructions: {
    column: "instructions",
    input: plainText(4000)
      .nullable()
      .transform((text) => text || null),
    output: z.string().nullable(),
    drawn: { initial: null, kind: "textarea" },
  },
  guarantee_days: { column: "guaranteeDays", ...promised(3650), reader: "shopper" },
  refund_days: { column: "refundDays", ...promised(365), reader: "shopper" },
  delivery_hours: { column: "deliveryHours", ...promised(720), reader: "shopper" },
  region: { column: "region", ...shortFact, reader: "shopper" },
  platform: { column: "platform", ...shortFact, reader: "shopper" },
} as const satisfies Record<string, PlainField>;

/** Pictures of a product; the first one is the picture of lists. */
export const pictureInput = {
  image: pictureAddress.nullable().optional(),
  images: z.array(pictureAddress).max(12).optional(),
  /** Pictures among them that are shown whole instead of cropped. */
  whole_images: z.array(pictureAddress).max(13).optional(),
};

type Fields = typeof plainFields;
export type PlainName = keyof Fields;
export const plainNames = keysOf(plainFields);
export type PublicName = { [N in PlainName]: Fields[N] extends { reader: string } ? N : never }[PlainName];
export type ShownName = { [N in PlainName]: Fields[N] extends { reader: "shopper" } ? N : never }[PlainName];
const anyField: Record<PlainName, PlainField> = plainFields;
const drawnOf = (name: PlainName) => anyField[name].drawn;
export const publicNames = plainNames.filter(
  (name): name is PublicName => anyField[name].reader !== undefined,
);
const isShown = (name: PlainName): name is ShownName => anyField[name].reader === "shopper";
export const shownNames = plainNames.filter(isShown);

/** Fields of the form: those whose words stand in the admin's texts, and those that shoppers read too. */
export const staffDrawn = recordOf(
  plainNames.filter((name): name is Exclude<PlainName, ShownName> => !isShown(name)),
  drawnOf,
);
export const shownDrawn = recordOf(shownNames, drawnOf);

const shape = <N extends PlainName, Part extends "input" | "output">(names: readonly N[], part: Part) =>
  Object.fromEntries(names.map((name) => [name, plainFields[name][part]])) as {
    [Name in N]: Fields[Name][Part];
  };

export const plainBody = z.object(shape(plainNames, "input")).partial();
export const plainInput = plainBody.shape;
export const plainOutput = shape(plainNames, "output");
export const publicOutput = shape(publicNames, "output");

export type PlainInput = { [N in PlainName]?: z.output<Fields[N]["input"]> | undefined };
export type PlainColumns = { [N in PlainName as Fields[N]["column"]]: z.output<Fields[N]["output"]> };
export type PlainMembers<N extends PlainName = PlainName> = { [Name in N]: z.output<Fields[Name]["output"]> };

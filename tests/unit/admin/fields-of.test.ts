import { expect, it } from "vitest";
import { z } from "zod";
import { fieldsOf } from "@/components/admin/form/fields-of";
import { id, moneyIn, pictureAddress, plainText, priceIn, timeIn } from "@/lib/core/wire";

const words = Object.assign((key: string) => `“${key}”`, { has: (key: string) => key === "fields.a.hint" });
const body = (member: z.ZodType) => z.object({ a: member });
const fieldOf = (member: z.ZodType, drawn: object = {}, row: { a?: unknown } | null = null) => {
  const [field] = fieldsOf(body(member), row, words, { a: drawn });
  return field;
};
const text = { name: "a", label: "“fields.a.label”", hint: "“fields.a.hint”" };

it.each([
  ["a switch", z.boolean().default(true), { kind: "switch", required: false, value: true }],
  ["a number with bounds", z.int().min(1).max(9), { kind: "number", required: true, min: 1, max: 9 }],
  ["a number without", z.int(), { kind: "number", required: true }],
  ["an amount", priceIn.default(250n), { kind: "money", required: true, value: "2.50" }],
  ["an amount that may be missing", moneyIn.nullable(), { kind: "money", required: false, empty: "null" }],
  ["a time", timeIn.nullable().optional(), { kind: "datetime", required: false, empty: "null" }],
  ["a picture", pictureAddress, { kind: "picture", required: true }],
  ["a text", plainText(9, 1), { kind: "text", required: true }],
  ["a text that may be empty", plainText(9), { kind: "text", required: false }],
  [
    "a text, and what is made of it",
    plainText(9).nullable().transform(String),
    { kind: "text", empty: "null" },
  ],
  ["lines", z.array(plainText(9)), { kind: "lines", required: false }],
  [
    "one of a list",
    z.enum(["x", "y"]).optional(),
    {
      kind: "select",
      required: false,
      options: [
        { value: "x", label: "“fields.a.x”" },
        { value: "y", label: "“fields.a.y”" },
      ],
    },
  ],
  [
    "several of a list",
    z.array(z.enum(["x"])),
    { kind: "checks", options: [{ value: "x", label: "“fields.a.x”" }] },
  ],
] as const)("a form asks for %s as its schema says", (_, member, field) => {
  expect(fieldOf(member)).toMatchObject({ ...text, ...field });
});

it("a row by its number is chosen from the rows that are named", () => {
  const options = [{ value: "4", label: "Gold" }];
  expect(fieldOf(id.nullable(), { options }, { a: 4 })).toMatchObject({
    kind: "select",
    numeric: true,
    options,
    value: "4",
  });
  expect(fieldOf(z.array(id), { options }, { a: [4] })).toMatchObject({
    kind: "checks",
    numeric: true,
    value: ["4"],
  });
});

it("bounds are told in the unit that a field shows", () => {
  expect(fieldOf(z.int().min(1).max(5000), { scale: 100 })).toMatchObject({ min: 0.01, max: 50 });
});

it("a new row begins with what the form proposes, and a stored one with what is stored, empty too", () => {
  const member = plainText(9).nullable().default("by schema");
  expect(fieldOf(member)).toMatchObject({ value: "by schema" });
  expect(fieldOf(member, { initial: "proposed" })).toMatchObject({ value: "proposed" });
  expect(fieldOf(member, { initial: "proposed" }, { a: null })).toMatchObject({ value: null });
});

it("a member of a member carries its path to the server, and its words without it", () => {
  expect(fieldsOf(body(z.boolean()), { a: true }, words, { a: {} }, "outer")).toMatchObject([
    { ...text, name: "outer.a", value: true },
  ]);
});

import { z } from "zod";
import { formatMoney } from "@/lib/core/money";
import { drawnAs } from "@/lib/core/shapes/described";
import type { Common, FieldSpec } from "./field-spec";
import type { PictureUse } from "./picture-size";

type Schema = z.core.$ZodType;
type Kind = FieldSpec["kind"];

/** All that a form says of a member which its schema does not. */
export interface Drawn extends Partial<Omit<Common, "name" | "label" | "language">> {
  kind?: Kind;
  value?: unknown;
  /** Value of a row that is not there yet. */
  initial?: unknown;
  options?: readonly { value: string; label: string }[];
  choose?: string;
  rows?: number;
  step?: number;
  unit?: string;
  scale?: number;
  use?: PictureUse;
}

/** Words of each field: its label, a hint where it has one, and its choices where nothing else names them. */
interface Texts<Name extends string> {
  (key: `fields.${Name}.label`): string;
  has(key: string): boolean;
}
interface AnyTexts {
  (key: string): string;
  has(key: string): boolean;
}

interface Read {
  schema: Schema;
  isNullable: boolean;
  byDefault: unknown;
}

/** Takes off what stands around the schema of a value: that it may be missing, its default, what is made of it. */
function unwrap(
  schema: Schema,
  around: Omit<Read, "schema"> = { isNullable: false, byDefault: undefined },
): Read {
  if (schema instanceof z.ZodNullable) return unwrap(schema.unwrap(), { ...around, isNullable: true });
  if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap(), around);
  if (schema instanceof z.ZodDefault)
    return unwrap(schema.unwrap(), { ...around, byDefault: schema.def.defaultValue });
  if (schema instanceof z.ZodPipe && !drawnAs(schema)) return unwrap(schema.in, around);
  return { schema, ...around };
}

const isNumber = (schema: Schema): schema is z.ZodNumber => schema instanceof z.ZodNumber;

const itemOf = (schema: Schema): Schema | null =>
  schema instanceof z.ZodArray ? unwrap(schema.element).schema : null;

function kindOf(schema: Schema): Kind {
  const drawn = drawnAs(schema);
  if (drawn) return drawn;
  const item = itemOf(schema);
  if (item) return isNumber(item) || item instanceof z.ZodEnum ? "checks" : "lines";
  if (schema instanceof z.ZodBoolean) return "switch";
  if (isNumber(schema)) return "number";
  return schema instanceof z.ZodEnum ? "select" : "text";
}

const choicesIn = (schema: Schema): readonly string[] => {
  const list = itemOf(schema) ?? schema;
  return list instanceof z.ZodEnum ? list.options.map(String) : [];
};

/** A switch, a choice and a list always say something; a text that is taken empty is asked of nobody. */
const isRequired = (kind: Kind, schema: Schema): boolean =>
  kind === "number" ||
  (!["switch", "select", "checks", "lines"].includes(kind) && !z.safeParse(schema, "").success);

/** Bounds of a number, as it is shown. Every whole number has those of its type, which nobody reaches. */
function boundsOf(schema: Schema, scale: number): { min?: number; max?: number } {
  if (!isNumber(schema)) return {};
  const { minValue: min, maxValue: max } = schema;
  return {
    ...(Number.isSafeInteger(min) && min !== null && min !== Number.MIN_SAFE_INTEGER
      ? { min: min / scale }
      : {}),
    ...(Number.isSafeInteger(max) && max !== null && max !== Number.MAX_SAFE_INTEGER
      ? { max: max / scale }
      : {}),
  };
}

/** The stored value, as a field of this kind holds it. */
function shownValue(kind: Kind, value: unknown): unknown {
  if (typeof value === "bigint") return formatMoney(value);
  if (Array.isArray(value)) return value.map(String);
  return kind === "select" && typeof value === "number" ? String(value) : value;
}

function memberOf(schema: z.ZodObject, name: string): Schema {
  const member = schema.shape[name];
  if (!member) throw new Error(`The request has no member ${name}`);
  return member;
}

/**
 * Draws the form of a request. `drawn` says which members it asks for, in which order, and what their schema does not tell;
 * kind, bounds, choices, default and whether a value may be missing are the schema's, label and hint the texts'. `row` is what
 * is stored, null of a new one; `under` is the member of the body that the schema is of.
 */
export function fieldsOf<S extends z.ZodRawShape, const Name extends keyof S & string>(
  schema: z.ZodObject<S>,
  row: { readonly [N in NoInfer<Name>]?: unknown } | null,
  t: Texts<NoInfer<Name>>,
  drawn: { readonly [N in Name]?: Drawn },
  under?: string,
): FieldSpec[] {
  const say = t as unknown as AnyTexts;
  return Object.entries(drawn as Readonly<Record<string, Drawn>>).map(([name, { initial, ...own }]) => {
    const { schema: inner, isNullable, byDefault } = unwrap(memberOf(schema, name));
    const isChoice = own.options !== undefined && isNumber(inner);
    const kind = own.kind ?? (isChoice ? "select" : kindOf(inner));
    const text = `fields.${name}`;
    const stored = row ? row[name as Name] : (initial ?? byDefault);
    return {
      name: under ? `${under}.${name}` : name,
      label: say(`${text}.label`),
      hint: say.has(`${text}.hint`) ? say(`${text}.hint`) : undefined,
      required: !isNullable && own.empty !== "omit" && isRequired(kind, inner),
      ...(isNullable ? { empty: "null" } : {}),
      ...(kind === "number" ? boundsOf(inner, own.scale ?? 1) : {}),
      ...(isChoice || (kind === "checks" && isNumber(itemOf(inner) ?? inner)) ? { numeric: true } : {}),
      ...(own.options === undefined && (kind === "select" || kind === "checks")
        ? { options: choicesIn(inner).map((value) => ({ value, label: say(`${text}.${value}`) })) }
        : {}),
      value: shownValue(kind, stored),
      ...own,
      kind,
    } as FieldSpec;
  });
}

/** Rows of the shop as choices, by id. */
export const optionsOf = (rows: readonly { id: number; name?: string; title?: string }[]) =>
  rows.map(({ id, name, title }) => ({ value: String(id), label: name ?? title ?? "" }));

import { isRecord, keysOf } from "../../core/shapes/records";

/** A schema of the description while it is being written. */
export type JsonSchema = Record<string, unknown>;
export type Io = "input" | "output";

/** Members of a schema that hold one schema, and those that hold several by name or in a list. */
const one = ["items", "additionalProperties", "contains", "not", "propertyNames"];
const named = ["properties", "patternProperties", "$defs"];
const listed = ["anyOf", "oneOf", "allOf"];

type Rewrite = (schema: JsonSchema, member: string) => JsonSchema;

/** Rewrites every schema below one, the innermost first. `member` is the name that leads to it. */
export function rewriteBelow(schema: JsonSchema, rewrite: Rewrite, member: string): JsonSchema {
  const rewritten: JsonSchema = { ...schema };
  const each = (value: unknown, name: string): unknown =>
    isRecord(value) ? rewrite(rewriteBelow(value, rewrite, name), name) : value;
  for (const key of keysOf(schema)) {
    const value = schema[key];
    if (one.includes(key)) rewritten[key] = each(value, member);
    else if (listed.includes(key) && Array.isArray(value))
      rewritten[key] = value.map((part) => each(part, member));
    else if (named.includes(key) && isRecord(value))
      rewritten[key] = Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, each(part, name)]),
      );
  }
  return rewritten;
}

const isNull = (schema: unknown): boolean => isRecord(schema) && schema.type === "null";

/** `anyOf` of something and null is one schema with two types, where it has a type of its own. */
function foldNull(schema: JsonSchema): JsonSchema {
  const { anyOf, maybe, ...rest } = schema;
  if (!Array.isArray(anyOf)) {
    if (maybe && Array.isArray(rest.type)) return { ...rest, type: rest.type.filter((t) => t !== "null")[0] };
    return rest;
  }
  const others: unknown[] = anyOf.filter((part) => !isNull(part));
  const [only] = others;
  if (others.length !== 1 || !isRecord(only)) return { anyOf: maybe ? others : anyOf, ...rest };
  if (maybe || others.length === anyOf.length) return { ...only, ...rest };
  if (typeof only.type === "string" && !only.enum && !only.properties)
    return { ...only, type: [only.type, "null"], ...rest };
  return { anyOf, ...rest };
}

/** Names that generators write alike (`stock_out`, `stock.out`) cannot be members of one class. */
const areApart = (names: readonly unknown[]): boolean =>
  new Set(
    names.map((name) =>
      String(name)
        .replace(/[^A-Za-z0-9]/g, "")
        .toLowerCase(),
    ),
  ).size === names.length;

/** A record of listed names is an object with these members. */
function foldNames(schema: JsonSchema): JsonSchema {
  const { propertyNames, additionalProperties, ...rest } = schema;
  if (!isRecord(propertyNames) || !isRecord(additionalProperties)) return schema;
  const names = propertyNames.enum;
  if (!Array.isArray(names)) return { ...rest, additionalProperties };
  if (!areApart(names)) {
    const { required: _, ...open } = rest;
    return { ...open, additionalProperties };
  }
  return { ...rest, properties: Object.fromEntries(names.map((name) => [name, additionalProperties])) };
}

/** Formats that say all that their pattern says, in the words that generators of clients know. */
const spokenFormats = new Set(["date-time", "uuid", "email", "date"]);
const farthest = Number.MAX_SAFE_INTEGER;

/** Says a schema of zod as readers of a description expect it: additions of later releases allowed, no bound that is none. */
export function tidy(given: JsonSchema, io: Io): JsonSchema {
  const schema = foldNames(foldNull(given));
  if (io === "output" && schema.additionalProperties === false) delete schema.additionalProperties;
  if (spokenFormats.has(String(schema.format))) delete schema.pattern;
  if (schema.minimum === -farthest) delete schema.minimum;
  if (schema.maximum === farthest) delete schema.maximum;
  const isWhole = [schema.type].flat().includes("integer");
  if (isWhole && schema.maximum === undefined && schema.const === undefined) schema.format = "int64";
  return schema;
}

const refStart = "#/components/schemas/";
export const refTo = (name: string): JsonSchema => ({ $ref: refStart + name });
export const nameOfRef = (schema: JsonSchema): string | undefined =>
  typeof schema.$ref === "string" ? schema.$ref.replace(/^.*\//, "") : undefined;

/** Names of all components that a part of the document refers to. */
export function refsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const part of value) refsIn(part, found);
  else if (isRecord(value))
    for (const [key, part] of Object.entries(value)) {
      if (key === "$ref" && typeof part === "string") {
        if (part.startsWith(refStart)) found.add(part.slice(refStart.length));
      } else refsIn(part, found);
    }
  return found;
}

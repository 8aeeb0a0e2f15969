import { z } from "zod";
import type { Io, JsonSchema } from "@/lib/http/description/json-schema";
import { type Description, resolved } from "./description";

type Def = z.core.$ZodTypes["_zod"]["def"];

const isReplaced = (schema: z.core.$ZodType, io: Io): boolean => {
  const { described } = (z.globalRegistry.get(schema) ?? {}) as { described?: { is?: object } };
  return io === "input" && described?.is !== undefined;
};

/** The schema inside a wrapper, as it goes in or comes out; undefined for one that wraps nothing. */
function innerOf(def: Def, io: Io): z.core.$ZodType | undefined {
  if (def.type === "pipe") return io === "input" ? def.in : def.out;
  return "innerType" in def ? (def.innerType as z.core.$ZodType) : undefined;
}

const isOptional = (schema: z.core.$ZodType, io: Io): boolean =>
  (io === "input" ? schema._zod.optin : schema._zod.optout) !== undefined;

const isNull = (schema: JsonSchema) => schema.type === "null";

/**
 * Differences between a schema of zod and its description, in both directions: members, which of them may be missing, words of
 * lists and choices. Whole numbers that come in have a bound.
 */
export function differences(
  document: Description,
  { zod, json: given, io, place }: { zod: z.core.$ZodType; json: JsonSchema; io: Io; place: string },
): string[] {
  if (isReplaced(zod, io)) return [];
  const at = (part: z.core.$ZodType, json: unknown, name: string): string[] =>
    typeof json === "object" && json !== null
      ? differences(document, { zod: part, json: json as JsonSchema, io, place: `${place}.${name}` })
      : [`${place}.${name} is not described`];
  const json = resolved(document, given);
  const some = (json.anyOf ?? json.oneOf) as JsonSchema[] | undefined;
  const others = some?.filter((part) => !isNull(resolved(document, part)));
  const { def } = zod._zod as { def: Def };
  if (others?.length === 1 && def.type !== "union")
    return differences(document, { zod, json: others[0] ?? {}, io, place });
  const inner = innerOf(def, io);
  if (inner) return differences(document, { zod: inner, json, io, place });
  switch (def.type) {
    case "object": {
      const properties = (json.properties ?? {}) as Record<string, JsonSchema>;
      const shape = def.shape as Record<string, z.core.$ZodType>;
      const needed = Object.keys(shape).filter((name) => !isOptional(shape[name] as z.core.$ZodType, io));
      const told = (json.required ?? []) as string[];
      return [
        ...Object.keys(properties)
          .filter((name) => !Object.hasOwn(shape, name))
          .map((name) => `${place}.${name} does not exist`),
        ...needed.filter((name) => !told.includes(name)).map((name) => `${place}.${name} is always there`),
        ...told.filter((name) => !needed.includes(name)).map((name) => `${place}.${name} may be missing`),
        ...Object.entries(shape).flatMap(([name, part]) => at(part, properties[name], name)),
      ];
    }
    case "array":
      return at(def.element as z.core.$ZodType, json.items, "[]");
    case "record": {
      const { additionalProperties, properties } = json as { [name: string]: unknown };
      const value = additionalProperties ?? Object.values(properties ?? {})[0];
      return at(def.valueType as z.core.$ZodType, value, "*");
    }
    case "enum": {
      const words = JSON.stringify(Object.values(def.entries));
      return JSON.stringify(json.enum) === words ? [] : [`${place} has other words than ${words}`];
    }
    case "literal":
      return json.const === def.values[0] || (json.enum as unknown[] | undefined)?.[0] === def.values[0]
        ? []
        : [`${place} is not ${String(def.values[0])}`];
    case "union": {
      const options = def.options.filter((one) => one._zod.def.type !== "null");
      if (options.length === 1) return at(options[0] as z.core.$ZodType, json, "|");
      if (others?.length !== options.length) return [`${place} has other choices`];
      return options.flatMap((one, index) => at(one, others[index], `|${index}`));
    }
    case "number":
      // Beyond the whole numbers that JSON carries exactly a body is refused, so its description names a smaller bound.
      return io === "input" && json.type === "integer" && json.maximum === undefined
        ? [`${place} has no greatest number`]
        : [];
    default:
      return [];
  }
}

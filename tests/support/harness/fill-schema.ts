import { z } from "zod";

type Schema = z.core.$ZodType;

const wrapped = new Set([
  ...["optional", "nullable", "default", "prefault", "catch", "readonly", "nonoptional", "success"],
]);

const isSchema = (value: unknown): value is Schema => value instanceof z.ZodType;

/** The schemas that one stands on. */
function partsOf(schema: Schema): Schema[] {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string };
  if (wrapped.has(def.type)) return [def.innerType as Schema];
  if (def.type === "object") return Object.values(def.shape as Record<string, Schema>);
  if (def.type === "lazy") return [(def.getter as () => Schema)()];
  return [def.element, def.keyType, def.valueType, def.in, def.out, def.left, def.right]
    .concat(def.options, def.items)
    .filter(isSchema);
}

/** Every schema below these that takes a text, itself and with what follows it; each once. */
export function textsOf(roots: Iterable<Schema>): Set<Schema> {
  const found = new Set<Schema>();
  const seen = new Set<Schema>();
  const waiting = [...roots];
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const { type } = schema._zod.def;
    if (type === "string" || type === "pipe" || type === "template_literal") found.add(schema);
    waiting.push(...partsOf(schema));
  }
  return found;
}

/** A value of the schema's form, with this text in the place of every text. */
export function filledWith(schema: Schema, text: string): unknown {
  const def = schema._zod.def as unknown as Record<string, unknown> & { type: string };
  const first = partsOf(schema)[0];
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape as Record<string, Schema>).map(([name, part]) => [
          name,
          filledWith(part, text),
        ]),
      );
    case "array":
      return [filledWith(def.element as Schema, text)];
    case "record":
      return { [text.slice(0, 40)]: filledWith(def.valueType as Schema, text) };
    case "enum":
      return Object.values(def.entries as object)[0];
    case "literal":
      return (def.values as unknown[])[0];
    case "number":
    case "int":
      return 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return first === undefined || def.type === "string" ? text : filledWith(first, text);
  }
}

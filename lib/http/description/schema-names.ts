import { z } from "zod";
import { pascal } from "./schemas";

/** Exports of the files of lib that hold wire shapes: app/api/v1/schema-modules.ts lists them. */
export type SchemaModule = Readonly<Record<string, unknown>>;

/** Objects, choices and closed lists become components; a plain value only by an id of its own. */
const isNamed = (schema: z.core.$ZodType): boolean => {
  const { def } = schema._zod;
  if (def.type === "pipe") return isNamed((def as z.core.$ZodPipeDef).in);
  return def.type === "object" || def.type === "union" || def.type === "enum";
};

/** Their members are described one by one and are no component. */
const isSpread = (exported: string): boolean => /(Params|Query)$/.test(exported);

const ownId = (schema: z.ZodType): string | undefined => {
  const { id } = z.globalRegistry.get(schema) ?? {};
  return typeof id === "string" ? id : undefined;
};

/**
 * Name of each schema in the description: its own id (`.meta({ id })`), else the name under which its file exports it. So
 * one schema has one name, wherever it stands.
 * @throws where two schemas would have the same name
 */
export function namesOf(modules: readonly SchemaModule[]): Map<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const taken = new Map<string, z.ZodType>();
  for (const module of modules)
    for (const [exported, schema] of Object.entries(module)) {
      if (!(schema instanceof z.ZodType) || names.has(schema) || isSpread(exported)) continue;
      const id = ownId(schema) ?? (isNamed(schema) ? pascal(exported) : undefined);
      if (id === undefined) continue;
      if (taken.has(id)) throw new Error(`Two schemas are called ${id}: give one of them an id of its own`);
      names.set(schema, id);
      taken.set(id, schema);
    }
  return names;
}

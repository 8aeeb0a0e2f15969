import { z } from "zod";

/**
 * Words of the API description on a value that code reads further than a schema can tell: `is` in place of what the
 * schema itself would say, `says` a sentence beside it. Clients may rely on it, so it allows nothing that the code refuses, but for
 * rules between two members: these are sentences, because few generators of clients read a choice that is laid over an object.
 */
export interface Described {
  is?: Record<string, unknown>;
  says?: string;
  /** The field of a form that asks for it, where the type alone does not tell. */
  drawn?: "money" | "datetime" | "picture" | "email";
}
declare module "zod" {
  interface GlobalMeta {
    described?: Described;
  }
}
export const describedAs = <S extends z.ZodType>(schema: S, described: Described): S =>
  schema.meta({ described });

export const exactlyOne = (...names: string[]): Described => ({
  says: `Exactly one of ${names.map((name) => `\`${name}\``).join(", ")} has to be given.`,
});

/** The field of a form that asks for a value of this schema; undefined where its type alone tells. */
export const drawnAs = (schema: z.core.$ZodType): Described["drawn"] =>
  z.globalRegistry.get(schema)?.described?.drawn;

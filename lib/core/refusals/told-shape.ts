import { z } from "zod";
import type { Told } from "./refusal";

const member = z.union([
  z.string(),
  z.object({ rule: z.string(), values: z.record(z.string(), z.unknown()) }),
]);

/** A problem on the wire, for programs and for the admin's pages, which say it in the reader's language. */
export const toldShape = z
  .object({ rule: z.string(), values: z.record(z.string(), member) })
  .meta({ id: "Told" });

type Name<N extends string> = `${N}_rule`;

type Members<N extends string, Text, Rule> = Record<N, Text> & Record<Name<N>, Rule>;

/** Members of an answer about one problem: its sentence in English, and `<name>_rule`. */
export function toldMembers<N extends string>(name: N): Members<N, z.ZodString, typeof toldShape>;
export function toldMembers(name: string) {
  return { [name]: z.string(), [`${name}_rule`]: toldShape };
}

/** Both are null where nothing went wrong. */
export function toldMembersOrNull<N extends string>(
  name: N,
): Members<N, z.ZodNullable<z.ZodString>, z.ZodNullable<typeof toldShape>>;
export function toldMembersOrNull(name: string) {
  return { [name]: z.string().nullable(), [`${name}_rule`]: toldShape.nullable() };
}

export type ToldMembers<N extends string> = Members<N, string, Told>;
export type ToldMembersOrNull<N extends string> = Members<N, string | null, Told | null>;

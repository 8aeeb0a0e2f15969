import { z } from "zod";
import type { Described } from "../../core/shapes/described";
import { isRecord, keysOf } from "../../core/shapes/records";
import { listedWords } from "./closed-lists";
import { type Io, type JsonSchema, nameOfRef, refsIn, refTo, rewriteBelow, tidy } from "./json-schema";

/** A schema of zod with what it is called where it has no name of its own. */
export interface Wanted {
  key: string;
  schema: z.ZodType;
  io: Io;
  name: string;
}

type Names = ReadonlyMap<z.ZodType, string>;

export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

/** An element of `refunds` is a `Refund`. */
const singular = (name: string): string => name.replace(/ies$/, "y").replace(/([^su])s$/, "$1");

const wordOf = ({ properties }: JsonSchema): string | undefined => {
  for (const member of Object.values(isRecord(properties) ? properties : {}))
    if (isRecord(member) && typeof member.const === "string") return member.const;
  return undefined;
};

function applyDescribed(given: JsonSchema, { is, says }: Described): void {
  if (is) {
    for (const name of keysOf(given)) if (name !== "default") delete given[name];
    Object.assign(given, is);
  }
  if (says) given.description = says;
}

interface Converted {
  roots: Record<string, JsonSchema>;
  defs: Record<string, JsonSchema>;
}

/** Transforms have no schema of their own: what goes in is described on requests, what comes out on answers. */
function convert(wanted: readonly Wanted[], io: Io, names: Names): Converted {
  const shape = Object.fromEntries(
    wanted.filter((one) => one.io === io).map(({ key, schema }) => [key, schema]),
  );
  const registry = z.registry<Record<string, unknown>>();
  registry.get = (schema: z.core.$ZodType) => {
    const meta = z.globalRegistry.get(schema);
    const id = names.get(schema as z.ZodType);
    return (id ? { ...meta, id } : meta) as never;
  };
  const { properties = {}, $defs = {} } = z.toJSONSchema(z.object(shape), {
    io,
    unrepresentable: "any",
    reused: "inline",
    metadata: registry,
    override: ({ zodSchema, jsonSchema }) => {
      const given = jsonSchema as JsonSchema;
      delete given.described;
      delete given.id;
      const described = z.globalRegistry.get(zodSchema)?.described;
      if (described && io === "input") applyDescribed(given, described);
    },
  });
  const tidied = (schemas: object) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => {
        const rewrite = (part: JsonSchema) => tidy(part, io);
        return [name, rewrite(rewriteBelow(schema as JsonSchema, rewrite, name))];
      }),
    );
  return { roots: tidied(properties), defs: tidied($defs) };
}

const withRefs = (schema: JsonSchema, called: (name: string) => string): JsonSchema => {
  const rewrite = (part: JsonSchema): JsonSchema => {
    const name = nameOfRef(part);
    return name === undefined ? part : { ...part, ...refTo(called(name)) };
  };
  return rewrite(rewriteBelow(schema, rewrite, ""));
};

/** Names of schemas that go in otherwise than they come out, by themselves or by what they hold. */
function differing(input: Converted["defs"], output: Converted["defs"]): Set<string> {
  const found = new Set(
    keysOf(input).filter(
      (name) => output[name] && JSON.stringify(input[name]) !== JSON.stringify(output[name]),
    ),
  );
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const name of keysOf(input)) {
      const held = refsIn(withRefs(input[name] ?? {}, (inner) => inner));
      if (output[name] && [...held].some((one) => found.has(one))) found.add(name);
    }
  }
  return found;
}

/** The components of the description, and the schemas that stand in its operations. */
export class SchemaBook {
  readonly components: Record<string, JsonSchema> = {};
  private readonly roots = new Map<string, JsonSchema>();
  private readonly taken = new Map<string, string>();

  constructor(wanted: readonly Wanted[], names: Names) {
    const output = convert(wanted, "output", names);
    const input = convert(wanted, "input", names);
    const apart = differing(input.defs, output.defs);
    const inputName = (name: string) => (apart.has(name) ? `${name}Input` : name);
    const add = ({ roots, defs }: Converted, called: (name: string) => string) => {
      for (const [name, schema] of Object.entries(defs)) {
        const list = Array.isArray(schema.enum) ? listedWords(schema.enum) : undefined;
        const described = list ? { ...schema, description: list.description } : schema;
        this.place(called(name), this.split(withRefs(described, called), called(name)));
      }
      for (const { key, name } of wanted)
        if (roots[key]) this.roots.set(key, this.component(withRefs(roots[key], called), name));
    };
    add(output, (name) => name);
    add(input, inputName);
  }

  /** The schema of a place: a reference, unless it is a plain value. */
  of(key: string): JsonSchema {
    const schema = this.roots.get(key);
    if (!schema) throw new Error(`No schema is described for ${key}`);
    return schema;
  }

  /** Gives every object and every list of words below a component a name. */
  private split(schema: JsonSchema, owner: string): JsonSchema {
    const below = Object.entries(schema).map(([key, value]) => {
      if (key === "properties" && isRecord(value)) return [key, this.members(value, owner)];
      if (key === "items" && isRecord(value)) return [key, this.component(value, singular(owner))];
      if (key === "additionalProperties" && isRecord(value))
        return [key, this.component(value, `${singular(owner)}Value`)];
      if ((key === "anyOf" || key === "oneOf") && Array.isArray(value))
        return [key, this.choices(value, owner)];
      return [key, value];
    });
    return Object.fromEntries(below);
  }

  private members(properties: JsonSchema, owner: string): JsonSchema {
    const named = Object.entries(properties).map(([member, part]) => [
      member,
      isRecord(part) ? this.component(part, owner + pascal(member), pascal(member)) : part,
    ]);
    return Object.fromEntries(named);
  }

  /** A choice is called after the one word that tells it from the others. */
  private choices(parts: readonly unknown[], owner: string): unknown[] {
    const some = parts.filter((part) => isRecord(part) && part.type !== "null");
    return parts.map((part) => {
      if (!isRecord(part)) return part;
      const word = wordOf(part) ?? `Choice${some.indexOf(part) + 1}`;
      return this.component(part, some.length === 1 ? owner : owner + pascal(word));
    });
  }

  /** Takes a part out under its name. Parts with one content and one member's name, as of two views of a thing, are one. */
  private component(schema: JsonSchema, name: string, member?: string): JsonSchema {
    const { default: byDefault, ...bare } = schema;
    const beside = byDefault === undefined ? {} : { default: byDefault };
    if (Array.isArray(bare.enum) && bare.type === "string") {
      const list = listedWords(bare.enum);
      const described = list ? { ...bare, description: list.description } : bare;
      return { ...this.put(list?.name ?? name, described, list ? undefined : member), ...beside };
    }
    const split = this.split(bare, name);
    if (!isRecord(split.properties)) return { ...split, ...beside };
    return { ...this.put(name, split, member), ...beside };
  }

  /** @throws where another schema has the name */
  private place(name: string, schema: JsonSchema): void {
    const placed = this.components[name];
    if (placed && JSON.stringify(placed) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called ${name}`);
    this.components[name] = schema;
  }

  private put(name: string, schema: JsonSchema, member?: string): JsonSchema {
    const text = JSON.stringify(schema);
    const same = member && this.taken.get(`${member} ${text}`);
    if (same) return refTo(same);
    let called = name;
    for (let next = 2; this.components[called] && JSON.stringify(this.components[called]) !== text; next += 1)
      called = `${name}${next}`;
    this.components[called] = schema;
    if (member) this.taken.set(`${member} ${text}`, called);
    return refTo(called);
  }
}

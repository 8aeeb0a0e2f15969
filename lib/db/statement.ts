import pg from "pg";
import { Prisma } from "./generated/client";

type Fragments = TemplateStringsArray | Prisma.Sql;

/** The handwritten SQL of a client or a transaction, as Prisma declares it. */
export interface Statements {
  $queryRaw<T = unknown>(query: Fragments, ...values: unknown[]): Promise<T>;
  $executeRaw(query: Fragments, ...values: unknown[]): Promise<number>;
}

const { builtins } = pg.types;

const utc = (text: string) => new Date(`${text.replace(" ", "T").replace(/[+-]\d{2}(:?\d{2})?$/, "")}Z`);

/** Parsers that read a column as Prisma does, where the driver's own choice differs. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: BigInt,
  [builtins.NUMERIC]: (text) => new Prisma.Decimal(text),
  [builtins.TIMESTAMPTZ]: utc,
  [builtins.TIMESTAMP]: utc,
  [builtins.DATE]: (text) => new Date(`${text}T00:00:00Z`),
};

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text") =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const toParameter = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/**
 * A statement gets a name, which lets PostgreSQL keep its plan, once it has proved to be a frequent one: every
 * connection keeps every plan in its own memory.
 */
const frequent = 25;
const maxCounted = 1000;
const uses = new Map<string, { count: number; name: string }>();

function nameOf(text: string): string | undefined {
  let use = uses.get(text);
  if (!use) {
    if (uses.size >= maxCounted) return undefined;
    use = { count: 0, name: `s${uses.size}` };
    uses.set(text, use);
  }
  use.count += 1;
  return use.count > frequent ? use.name : undefined;
}

const texts = new WeakMap<TemplateStringsArray, string>();

/** `$1 … $n` for the values; a template without nested fragments is put together once. */
function toQuery(query: Fragments, values: unknown[]) {
  if (query instanceof Prisma.Sql) return { text: query.text, values: query.values };
  if (values.some((value) => value instanceof Prisma.Sql)) {
    const { text, values: flat } = Prisma.sql(query, ...(values as Prisma.Sql["values"]));
    return { text, values: flat };
  }
  let text = texts.get(query);
  if (text === undefined) {
    text = query.reduce((before, part, index) => `${before}$${index}${part}`);
    texts.set(query, text);
  }
  return { text, values };
}

/** Place to send a statement: the pool, or the connection of a transaction. */
export interface Connection {
  query(statement: pg.QueryConfig): Promise<pg.QueryResult>;
}

export const prepare = (text: string, values: readonly unknown[]): pg.QueryConfig => ({
  name: nameOf(text),
  text,
  values: values.map(toParameter),
  types,
});

/**
 * Runs handwritten SQL on the driver itself. Prisma has nothing to add to it, and taking it through Prisma's engine
 * costs four times the processor time of the query (docs/decisions/speed/0044).
 */
export function statementsOn(connection: Connection): Statements {
  const run = (query: Fragments, parameters: unknown[]) => {
    const { text, values } = toQuery(query, parameters);
    return connection.query(prepare(text, values));
  };
  return {
    $queryRaw: async <T>(query: Fragments, ...values: unknown[]) => (await run(query, values)).rows as T,
    $executeRaw: async (query, ...values) => (await run(query, values)).rowCount ?? 0,
  };
}

import type { Compilable, CompiledQuery } from "kysely";
import type { Sql, SqlReader } from "./kysely";

/** Stands for a value while a statement is built. Code that looks at it would build one value into the text. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`The text of a fixed statement must not depend on its value ${this.name}`);
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) });

interface Compiled {
  query: CompiledQuery;
  names: readonly string[];
}

function compile(built: Compilable<unknown>): Compiled {
  const query = built.compile();
  const names = query.parameters.map((parameter) => {
    if (parameter instanceof Slot) return parameter.name;
    throw new Error("A fixed statement takes its values by name: what stays the same is a literal of it");
  });
  return { query, names };
}

/** Shape on which the text of a statement depends. Shapes with one key have one text. */
interface Shape {
  key: string;
}

/**
 * A statement of the hot path. Its chain is built and compiled once for each shape and then only filled with values:
 * Kysely's work on a large statement costs more than sending it.
 */
export function fixedStatement<Values extends object, Row, S extends Shape | undefined = undefined>(
  build: (sql: Sql, values: Values, shape: S) => Compilable<Row>,
) {
  const shapes = new Map<string, Compiled>();
  return async (
    reader: SqlReader,
    values: Values,
    ...[shape]: S extends Shape ? [S] : []
  ): Promise<Row[]> => {
    const key = shape?.key ?? "";
    let compiled = shapes.get(key);
    if (!compiled) {
      compiled = compile(build(reader.sql, slots as Values, shape as S));
      shapes.set(key, compiled);
    }
    const { query, names } = compiled;
    const parameters = names.map((name) => values[name as keyof Values]);
    const { rows } = await reader.sql.executeQuery({ ...query, parameters } as CompiledQuery<Row>);
    return rows;
  };
}

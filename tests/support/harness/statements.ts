import pg from "pg";

export interface Statement {
  text: string;
  values: unknown[];
  /** Handwritten: it gets a name after a while, and PostgreSQL may then keep a plan without the values. */
  isNamed: boolean;
}

interface Query {
  text: string;
  values?: unknown[];
  rowMode?: string;
}

const toStatement = (query: unknown, values: unknown): Statement | null => {
  if (typeof query === "string")
    return { text: query, values: Array.isArray(values) ? values : [], isNamed: false };
  if (typeof query !== "object" || query === null || !("text" in query)) return null;
  const { text, values: own, rowMode } = query as Query;
  return { text, values: own ?? (Array.isArray(values) ? values : []), isNamed: rowMode === undefined };
};

/** Tells every statement that leaves this process for the database, BEGIN and COMMIT included. @returns what ends it */
export function onStatement(tell: (statement: Statement) => void): () => void {
  const prototype = pg.Client.prototype as unknown as { query: (...parameters: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function query(this: unknown, ...parameters: unknown[]) {
    const statement = toStatement(parameters[0], parameters[1]);
    if (statement) tell(statement);
    return original.apply(this, parameters);
  };
  return () => {
    prototype.query = original;
  };
}

/** Every statement of this process while `work` runs. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const end = onStatement((statement) => statements.push(statement));
  try {
    await work();
  } finally {
    end();
  }
  return statements;
}

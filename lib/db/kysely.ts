import {
  type ColumnType,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from "kysely";
import type pg from "pg";
import type { Tables } from "./generated/tables";
import { type Connection, prepare } from "./statement";

/** A column with JSON: written as text, so that no list is taken for an array of PostgreSQL. @public for the generated tables */
export type Json = ColumnType<unknown, string, string>;

/** Typed SQL on the tables of the Prisma schema. Chains stand in `lib/<domain>/sql.ts` (docs/architecture). */
export type Sql = Kysely<Tables>;

/** The database or a transaction, for a function of a `sql.ts`. */
export interface SqlReader {
  readonly sql: Sql;
}

class PgConnection implements DatabaseConnection {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount, command }: pg.QueryResult = await this.#connection.query(
      prepare(sql, parameters),
    );
    const writes =
      command === "INSERT" || command === "UPDATE" || command === "DELETE" || command === "MERGE";
    return writes ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  streamQuery(): never {
    throw new Error("Rows are read in pages, not as a stream");
  }
}

const refuse = async () => {
  throw new Error("Transactions are opened by inTransaction");
};

/** Runs on what it is given, a pool or the connection of a transaction, and opens or ends nothing. */
class PgDriver implements Driver {
  readonly #connection: PgConnection;
  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;

  constructor(connection: Connection) {
    this.#connection = new PgConnection(connection);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

export const sqlOn = (connection: Connection): Sql =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PgDriver(connection),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

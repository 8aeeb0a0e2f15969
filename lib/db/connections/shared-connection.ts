import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type {
  IsolationLevel,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  Transaction,
} from "@prisma/driver-adapter-utils";
import pg from "pg";
import { toError } from "../../core/process/thrown";
import { GuardedClient } from "./guarded-client";

/** A transaction that is about to begin, and how long one of its statements may take where that is not the usual time. */
interface Opening {
  connection?: TransactionConnection;
  statementMs: number | undefined;
}

const noArguments = { args: [], argTypes: [] };

/** Every statement after one that failed. */
const isAborted = (error: unknown) => error instanceof pg.DatabaseError && error.code === "25P02";

/**
 * The one connection of one transaction, for Prisma and for Kysely. Its statements run one after the other, in the order in
 * which they were given. Those that are given at once are sent at once (`pipeline`), and none is taken after the end: queued
 * behind a COMMIT or ROLLBACK it would be a transaction of its own.
 * PrismaPg wants a pool, of which it uses `query` alone.
 */
export class TransactionConnection extends pg.Pool {
  readonly #pool: pg.Pool;
  readonly #statementMs: number | undefined;
  #client: Promise<pg.PoolClient> | undefined;
  #isOver = false;
  #failure: unknown;

  constructor(pool: pg.Pool, statementMs: number | undefined) {
    super();
    this.#pool = pool;
    this.#statementMs = statementMs;
  }

  async #open(): Promise<pg.PoolClient> {
    const client = await this.#pool.connect();
    if (client instanceof GuardedClient) client.allow(this.#statementMs);
    return client;
  }

  async #run(statement: pg.QueryConfig): Promise<pg.QueryResult> {
    this.#client ??= this.#open();
    const client = await this.#client;
    if (client instanceof GuardedClient) client.gather();
    try {
      return await client.query(statement);
    } catch (error) {
      // The first of several statements sent at once that failed says why.
      if (isAborted(error) && this.#failure !== undefined) throw this.#failure;
      this.#failure = error;
      throw error;
    }
  }

  // The only one of the driver's overloads that Prisma and Kysely use.
  override query(statement: unknown): never {
    const answer = this.#isOver
      ? Promise.reject(new Error("The transaction is over: it took too long or was rolled back"))
      : this.#run(statement as pg.QueryConfig);
    return answer as never;
  }

  /** The last statement, after whatever still runs; the connection goes back to its pool, or is closed if this fails. */
  async finish(text: "COMMIT" | "ROLLBACK"): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    let failure: Error | undefined;
    try {
      await this.#run({ text });
    } catch (error) {
      failure = toError(error);
      throw error;
    } finally {
      const client = await this.#client?.catch(() => undefined);
      if (client instanceof GuardedClient) client.allow(undefined);
      client?.release(failure);
    }
  }
}

/** Prisma on `pool`. In a transaction it runs on a connection that `transact` hands to Kysely as well. */
export class SharedConnectionAdapter implements SqlDriverAdapterFactory {
  readonly provider = "postgres";
  readonly adapterName = "keyshelf-shared-connection";
  readonly #opening = new AsyncLocalStorage<Opening>();
  readonly #pool: pg.Pool;
  readonly #options: { schema?: string };

  constructor(pool: pg.Pool, options: { schema?: string }) {
    this.#pool = pool;
    this.#options = options;
  }

  async connect(): Promise<SqlDriverAdapter> {
    const { provider, adapterName } = this;
    const outside = await new PrismaPg(this.#pool, this.#options).connect();
    return {
      provider,
      adapterName,
      queryRaw: (query) => outside.queryRaw(query),
      executeRaw: (query) => outside.executeRaw(query),
      executeScript: (script) => outside.executeScript(script),
      getConnectionInfo: () => outside.getConnectionInfo(),
      dispose: () => outside.dispose(),
      startTransaction: (isolationLevel) => this.#startTransaction(isolationLevel),
    };
  }

  async #startTransaction(isolationLevel: IsolationLevel | undefined): Promise<Transaction> {
    const opening = this.#opening.getStore();
    const isFirst = opening !== undefined && opening.connection === undefined;
    const connection = new TransactionConnection(this.#pool, isFirst ? opening.statementMs : undefined);
    if (isFirst) opening.connection = connection;
    const inside = await new PrismaPg(connection, this.#options).connect();
    const execute = async (sql: string) => {
      await inside.executeRaw({ sql, ...noArguments });
    };
    try {
      await execute(isolationLevel ? `BEGIN ISOLATION LEVEL ${isolationLevel}` : "BEGIN");
    } catch (error) {
      await connection.finish("ROLLBACK").catch(() => undefined);
      throw error;
    }
    return {
      provider: this.provider,
      adapterName: this.adapterName,
      // Prisma leaves COMMIT and ROLLBACK to these two.
      options: { usePhantomQuery: true },
      commit: () => connection.finish("COMMIT"),
      rollback: () => connection.finish("ROLLBACK"),
      queryRaw: (query) => inside.queryRaw(query),
      executeRaw: (query) => inside.executeRaw(query),
      createSavepoint: (name) => execute(`SAVEPOINT ${name}`),
      rollbackToSavepoint: (name) => execute(`ROLLBACK TO SAVEPOINT ${name}`),
      releaseSavepoint: (name) => execute(`RELEASE SAVEPOINT ${name}`),
    };
  }

  /** Runs `begin`, which opens one transaction of Prisma; `connected` is where that transaction runs. */
  transact<T>(
    begin: (connected: () => TransactionConnection) => Promise<T>,
    statementMs: number | undefined,
  ): Promise<T> {
    const opening: Opening = { statementMs };
    const connected = () => {
      if (!opening.connection) throw new Error("The transaction has not begun");
      return opening.connection;
    };
    return this.#opening.run(opening, () => begin(connected));
  }
}

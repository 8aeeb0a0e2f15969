import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { getConfig } from "../config/config";
import { readDatabaseAddress } from "../config/database-address";
import { log } from "../core/log";
import { PrismaClient } from "./generated/client";
import { GuardedClient } from "./guarded-client";
import { GuardedPool } from "./guarded-pool";
import { type Statements, statementsOn, withStatements } from "./statement";

/** Columns that no read returns unless it asks for them by name. */
const secretColumns = {
  secret: { contentSealed: true, contentHash: true },
  sku: { contentSealed: true },
  fulfillment: { contentSealed: true },
  idempotencyKey: { tokenSealed: true },
  paymentChannel: { configSealed: true },
  giftCard: { codeSealed: true, codeHash: true },
  user: { passwordHash: true, totpSecretSealed: true },
  staff: { passwordHash: true, totpSecretSealed: true },
  notificationChannel: { settingsSealed: true },
  mail: { textSealed: true, htmlSealed: true },
  siteSigningSecret: { secretSealed: true },
  callback: { bodySealed: true },
  connection: { secretSealed: true, previousSecretSealed: true },
} as const;

/** A transaction, with the connection that Prisma took for it until the statement that ends it. */
interface Open {
  connection?: pg.PoolClient;
  hasBegun?: boolean;
  /** How long one of its statements may take, where that is not the usual time. */
  statementMs?: number | undefined;
}

type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

const endsTransaction = (query: unknown): boolean => {
  const text = typeof query === "object" && query !== null && "text" in query ? query.text : query;
  return text === "COMMIT" || text === "ROLLBACK";
};

/** Tells which connection a transaction of Prisma runs on, so that handwritten statements run on the same. */
class WatchedPool extends GuardedPool {
  readonly #opening = new AsyncLocalStorage<Open>();
  readonly #open = new WeakMap<pg.PoolClient, Open>();

  constructor(connectionString: string, options: { max: number; keepsPlans: boolean }) {
    super(connectionString, { ...options, name: "keyshelf" });
    this.on("error", (error) => log.warn({ error }, "an idle connection to the database broke"));
    this.on("release", (_error, client: pg.PoolClient) => {
      delete this.#open.get(client)?.connection;
      if (client instanceof GuardedClient) client.allow(undefined);
      Reflect.deleteProperty(client, "query");
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(taken: Taken): void;
  override connect(taken?: Taken): Promise<pg.PoolClient> | undefined {
    if (taken) {
      super.connect(taken);
      return undefined;
    }
    return super.connect().then((client) => {
      const open = this.#opening.getStore();
      const begins = open && !open.hasBegun ? open : {};
      this.#watch(client, begins);
      return client;
    });
  }

  /**
   * Prisma queues its ROLLBACK behind a statement that still runs. What would be queued behind that ROLLBACK, by work that
   * goes on after its time or after another part of it has failed, would be a transaction of its own.
   * It also asks for the rows of several relations at once, which the driver is about to refuse: one waits for the other.
   */
  #watch(client: pg.PoolClient, open: Open): void {
    Object.assign(open, { connection: client, hasBegun: true });
    if (client instanceof GuardedClient) client.allow(open.statementMs);
    this.#open.set(client, open);
    const query = client.query.bind(client) as (...parameters: unknown[]) => Promise<unknown>;
    let last: Promise<unknown> = Promise.resolve();
    const watched = (...parameters: unknown[]) => {
      if (endsTransaction(parameters[0])) delete open.connection;
      const answer = last.then(() => query(...parameters));
      last = answer.catch(() => undefined);
      return answer;
    };
    // On this one object, until it is released.
    Object.assign(client, { query: watched });
  }

  /** Runs `begin`, which opens one transaction. */
  watch<T>(begin: (statements: Statements) => Promise<T>, statementMs: number | undefined): Promise<T> {
    const open: Open = { statementMs };
    const statements = statementsOn(() => {
      if (!open.connection) throw new Error("The transaction is over: it took too long or was rolled back");
      return open.connection;
    });
    return this.#opening.run(open, () => begin(statements));
  }
}

function openPrisma(pool: pg.Pool, schema: string | null) {
  return new PrismaClient({
    adapter: new PrismaPg(pool, schema ? { schema } : {}),
    omit: secretColumns,
    transactionOptions: { maxWait: 10_000, timeout: 15_000 },
  });
}

function connect(connectionString: string, options: { max: number; keepsPlans: boolean }) {
  const pool = new WatchedPool(connectionString, options);
  const prisma = openPrisma(pool, readDatabaseAddress(connectionString)?.schema ?? null);
  return {
    /** For the worker's queue, which brings its own SQL. */
    pool: pool as pg.Pool,
    database: withStatements(
      prisma,
      statementsOn(() => pool),
    ),
    /** For transaction.ts alone. */
    transact: <T>(work: (tx: TransactionClient) => Promise<T>, options: { timeout?: number }): Promise<T> =>
      pool.watch(
        (statements) => prisma.$transaction((tx) => work(withStatements(tx, statements)), options),
        options.timeout,
      ),
    async disconnect() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

type Connection = ReturnType<typeof connect>;
export type Database = ReturnType<typeof openPrisma>;
export type TransactionClient = Parameters<Parameters<Database["$transaction"]>[0]>[0];

// Kept on globalThis: Next's dev server and its several bundles would otherwise each open a pool.
const holder = globalThis as typeof globalThis & { keyshelfDatabase?: Connection };

export function connection(): Connection {
  if (!holder.keyshelfDatabase) {
    const { url, directUrl, poolSize } = getConfig().database;
    if (!url) throw new Error("database.url is not set: the embedded database was not started");
    holder.keyshelfDatabase = connect(url, { max: poolSize, keepsPlans: directUrl === null });
  }
  return holder.keyshelfDatabase;
}

/** The database itself, for what a pooler in transaction mode cannot carry: locks of a session, LISTEN, migrations. */
export function directAddress(): string {
  const { url, directUrl } = getConfig().database;
  const address = directUrl ?? url;
  if (!address) throw new Error("database.url is not set: the embedded database was not started");
  return address;
}

export const db = (): Database => connection().database;

export async function disconnect(): Promise<void> {
  const open = holder.keyshelfDatabase;
  holder.keyshelfDatabase = undefined;
  await open?.disconnect();
}

/** Runs `work` on another database. For a program that does nothing else meanwhile: the whole process is on it. */
export async function inDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const before = holder.keyshelfDatabase;
  const other = connect(url, { max: 2, keepsPlans: true });
  holder.keyshelfDatabase = other;
  try {
    return await work();
  } finally {
    if (before) holder.keyshelfDatabase = before;
    else delete holder.keyshelfDatabase;
    await other.disconnect();
  }
}

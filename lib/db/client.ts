import type pg from "pg";
import { getConfig } from "../config/config";
import { readDatabaseAddress } from "../config/database-address";
import { log } from "../core/process/log";
import { LanedPool } from "./connections/laned-pool";
import { SharedConnectionAdapter } from "./connections/shared-connection";
import { PrismaClient } from "./generated/client";
import { type SqlReader, sqlOn } from "./kysely";
import { type Connection as Connected, type Statements, statementsOn } from "./statement";

/** Columns that no read returns unless it asks for them by name. */
const secretColumns = {
  license: { keySealed: true },
  licenseSigningKey: { privateSealed: true },
  deliveryRequest: { bodySealed: true },
  deliveryAttempt: { answerSealed: true },
  deliverySecret: { secretSealed: true },
  livingText: { contentSealed: true },
  secret: { contentSealed: true, contentHash: true },
  keyImportPiece: { textSealed: true },
  sku: { contentSealed: true },
  fulfillment: { contentSealed: true },
  idempotencyKey: { tokenSealed: true },
  paymentChannel: { configSealed: true },
  paymentProof: { pictureSealed: true },
  giftCard: { codeSealed: true, codeHash: true },
  user: { passwordHash: true, totpSecretSealed: true },
  staff: { passwordHash: true, totpSecretSealed: true },
  staffToken: { tokenHash: true },
  notificationChannel: { settingsSealed: true },
  loginProvider: { secretSealed: true },
  product: { searchText: true },
  mail: { textSealed: true, htmlSealed: true },
  siteSigningSecret: { secretSealed: true },
  callback: { bodySealed: true },
  connection: { secretSealed: true, previousSecretSealed: true, pairingSecretSealed: true },
} as const;

/** Typed SQL beside Prisma's client, on the same pool or, in a transaction, on its connection. */
type WithSql = SqlReader & Statements;

function openPrisma(adapter: SharedConnectionAdapter) {
  return new PrismaClient({
    adapter,
    omit: secretColumns,
    transactionOptions: { maxWait: 10_000, timeout: 15_000 },
  });
}

// Defined on an object of its own: Prisma's client and its transactions share what is assigned to them.
const withSql = <T extends object>(prisma: T, connection: Connected): T & WithSql =>
  Object.create(
    prisma,
    Object.getOwnPropertyDescriptors({ sql: sqlOn(connection), ...statementsOn(connection) }),
  ) as T & WithSql;

function connect(connectionString: string, options: { max: number; keepsPlans: boolean }) {
  const pool = new LanedPool(connectionString, { ...options, name: "keyshelf" });
  pool.on("error", (error) =>
    log.warn({ reason: error.message }, "an idle connection to the database broke"),
  );
  const schema = readDatabaseAddress(connectionString)?.schema;
  const adapter = new SharedConnectionAdapter(pool, schema ? { schema } : {});
  const prisma = openPrisma(adapter);
  return {
    /** For the worker's queue, which brings its own SQL. */
    pool: pool as pg.Pool,
    database: withSql(prisma, pool),
    /** For transaction.ts alone. */
    transact: <T>(work: (tx: TransactionClient) => Promise<T>, options: { timeout?: number }): Promise<T> =>
      adapter.transact(
        (connected) => prisma.$transaction((tx) => work(withSql(tx, connected())), options),
        options.timeout,
      ),
    async disconnect() {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

type Connection = ReturnType<typeof connect>;
type Prisma = ReturnType<typeof openPrisma>;
export type Database = Prisma & WithSql;
export type TransactionClient = Parameters<Parameters<Prisma["$transaction"]>[0]>[0] & WithSql;

// Kept on globalThis: Next's dev server and its several bundles would otherwise each open a pool.
declare global {
  var keyshelfDatabase: Connection | undefined;
}
const holder = globalThis;

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
    holder.keyshelfDatabase = before;
    await other.disconnect();
  }
}

import { PrismaPg } from "@prisma/adapter-pg";
import { getConfig } from "../config/config";
import { PrismaClient } from "./generated/client";

/** Columns that no read returns unless it asks for them by name. */
const secretColumns = {
  secret: { contentSealed: true, contentHash: true },
  sku: { contentSealed: true },
  fulfilment: { contentSealed: true },
  idempotencyKey: { tokenSealed: true },
  paymentChannel: { configSealed: true },
  giftCard: { codeSealed: true, codeHash: true },
  user: { passwordHash: true, totpSecretSealed: true },
  staff: { passwordHash: true, totpSecretSealed: true },
  mail: { textSealed: true, htmlSealed: true },
  siteSigningSecret: { secretSealed: true },
  callback: { bodySealed: true },
  connection: { secretSealed: true, previousSecretSealed: true },
} as const;

function connect(url: string, poolSize: number) {
  const adapter = new PrismaPg({
    connectionString: url,
    max: poolSize,
    options: "-c statement_timeout=15000 -c idle_in_transaction_session_timeout=20000 -c timezone=UTC",
  });
  return new PrismaClient({
    adapter,
    omit: secretColumns,
    transactionOptions: { maxWait: 10_000, timeout: 15_000 },
  });
}

export type Database = ReturnType<typeof connect>;

// Kept on globalThis: Next's dev server and its several bundles would otherwise each open a pool.
const holder = globalThis as typeof globalThis & { keyshelfDatabase?: Database };

export function db(): Database {
  if (!holder.keyshelfDatabase) {
    const { url, poolSize } = getConfig().database;
    if (!url) throw new Error("database.url is not set: the embedded database was not started");
    holder.keyshelfDatabase = connect(url, poolSize);
  }
  return holder.keyshelfDatabase;
}

export async function disconnect(): Promise<void> {
  const open = holder.keyshelfDatabase;
  holder.keyshelfDatabase = undefined;
  await open?.$disconnect();
}

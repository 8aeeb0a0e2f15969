import pg from "pg";
import { connection, type Database, type TransactionClient } from "./client";
import { Prisma } from "./generated/client";

declare const minted: unique symbol;

/** An open transaction. Only `inTransaction` mints one, so the bare client cannot be passed for it. */
export type Tx = TransactionClient & { readonly [minted]: true };

/** For reads that run inside a transaction or without one. */
export type Reader = Database | Tx;

const maxAttempts = 4;

/** A deadlock or a serialization failure: the transaction did nothing and may run again. */
export function isTransient(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === "40001" || error.code === "40P01";
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === "P2034") return true;
  return /\b(40001|40P01)\b|deadlock detected|TransactionWriteConflict/.test(
    `${error.message} ${JSON.stringify(error.meta ?? {})}`,
  );
}

/** Runs `work` in one transaction. It may run again after a deadlock: nothing but the database may change in it. */
export async function inTransaction<T>(
  work: (tx: Tx) => Promise<T>,
  /** Milliseconds, for an operation that is known to be long (a large import). */
  options: { timeout?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connection().transact((tx) => work(tx as Tx), options);
    } catch (error) {
      if (attempt === maxAttempts || !isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 25 * attempt));
    }
  }
}

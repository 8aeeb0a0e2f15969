import { sql } from "kysely";
import { now } from "../../core/clock";
import type { Cents } from "../../core/money";
import type { SqlReader } from "../../db/kysely";
import type { AccountRef } from "../types";

export interface UserAccount {
  kind: Extract<AccountRef, { userId: number }>["kind"];
  currency: string;
  balanceCents: Cents;
}

/** Locks the accounts of two users, in the order in which transfers lock them. @returns those of the first */
export async function lockAccountsOf(tx: SqlReader, userId: number, otherId: number): Promise<UserAccount[]> {
  const rows = await tx.sql
    .selectFrom("ledger_accounts")
    .select(["user_id as userId", "kind", "currency", "balance_cents as balanceCents"])
    .where("user_id", "in", [userId, otherId])
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.flatMap(({ userId: owner, kind, currency, balanceCents }) =>
    owner === userId && (kind === "user_wallet" || kind === "user_hold")
      ? [{ kind, currency, balanceCents: balanceCents ?? 0n }]
      : [],
  );
}

export const closeAccountsOf = (tx: SqlReader, userId: number) =>
  tx.sql.updateTable("ledger_accounts").set({ is_closed: true }).where("user_id", "=", userId).execute();

/** Hands over what is set aside for orders, and what was: late money sets it aside again for whom the hold names. */
export const moveHolds = (tx: SqlReader, userId: number, intoId: number) =>
  tx.sql
    .updateTable("wallet_holds")
    .set({ user_id: intoId, updated_at: now() })
    .where("user_id", "=", userId)
    .execute();

/** Hands over recharges, the open ones with the money that may still come, and gift cards. */
export async function moveRecharges(tx: SqlReader, userId: number, intoId: number): Promise<void> {
  await tx.sql.updateTable("recharges").set({ user_id: intoId }).where("user_id", "=", userId).execute();
  await tx.sql
    .updateTable("gift_cards")
    .set({ redeemed_by_id: intoId })
    .where("redeemed_by_id", "=", userId)
    .execute();
}

/** In the order of payments: what is paid for is locked before the people who own it. */
export const lockRechargesOf = (tx: SqlReader, userId: number) =>
  sql`SELECT id FROM recharges WHERE user_id = ${userId} ORDER BY id FOR UPDATE`.execute(tx.sql);

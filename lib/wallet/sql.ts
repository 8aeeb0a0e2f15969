import { type Expression, sql } from "kysely";
import { now } from "../core/clock";
import type { Cents } from "../core/money";
import type { WalletHoldStatus } from "../db/generated/tables";
import type { SqlReader } from "../db/kysely";
import { defaultSettings } from "../settings/defaults";

/**
 * The shop's currency, read by the statement that needs it: the cached settings may want a second connection, and
 * transactions that hold all of them would wait for each other.
 */
export const shopCurrency: Expression<string> = sql<string>`coalesce(
  (SELECT settings.value #>> '{}' FROM settings WHERE settings.key = 'currency'), ${sql.lit(defaultSettings.currency)})`;

/**
 * Reads the sum that a user can spend, in the shop's currency. With a lock no other transaction moves it until this
 * one ends.
 */
export async function readBalance(
  reader: SqlReader,
  userId: number,
  { isLocked }: { isLocked: boolean },
): Promise<Cents> {
  const account = reader.sql
    .selectFrom("ledger_accounts")
    .select("balance_cents as balance")
    .where("kind", "=", sql.lit("user_wallet"))
    .where("user_id", "=", userId)
    .where("currency", "=", shopCurrency);
  const row = await (isLocked ? account.forUpdate() : account).executeTakeFirst();
  return row?.balance ?? 0n;
}

/** Sets an amount aside for an order, again after it was released. @returns undefined when it is held or was captured. */
export function upsertHold(
  tx: SqlReader,
  { orderId, userId, amountCents }: { orderId: number; userId: number; amountCents: Cents },
) {
  const at = now();
  return tx.sql
    .insertInto("wallet_holds")
    .values({ order_id: orderId, user_id: userId, amount_cents: amountCents, created_at: at, updated_at: at })
    .onConflict((hold) =>
      hold
        .column("order_id")
        .doUpdateSet((row) => ({
          status: "held",
          round: row("wallet_holds.round", "+", 1),
          amount_cents: row.ref("excluded.amount_cents"),
          updated_at: row.ref("excluded.updated_at"),
        }))
        .where("wallet_holds.status", "=", "released")
        .whereRef("wallet_holds.user_id", "=", "excluded.user_id"),
    )
    .returning("wallet_holds.round")
    .executeTakeFirst();
}

/** @returns undefined when nothing is held for the order. */
export const endHold = (tx: SqlReader, orderId: number, status: Exclude<WalletHoldStatus, "held">) =>
  tx.sql
    .updateTable("wallet_holds as hold")
    .from("orders")
    .set({ status, updated_at: now() })
    .where("hold.order_id", "=", orderId)
    .where("hold.status", "=", "held")
    .whereRef("orders.id", "=", "hold.order_id")
    .returning([
      "hold.user_id as userId",
      "hold.amount_cents as amountCents",
      "hold.round",
      "orders.order_no as orderNo",
      "orders.currency",
    ])
    .executeTakeFirst();

/** @returns undefined when the code is unknown, or the card is used, disabled or expired. */
export const redeemCard = (tx: SqlReader, codeHash: Uint8Array, userId: number, at: Date) =>
  tx.sql
    .updateTable("gift_cards")
    .set({ status: "redeemed", redeemed_by_id: userId, redeemed_at: at })
    .where("code_hash", "=", codeHash)
    .where("status", "=", "active")
    .where((card) => card.or([card("expires_at", "is", null), card("expires_at", ">", at)]))
    .returning(["id", "amount_cents as amountCents"])
    .executeTakeFirst();

export const lockRecharge = (tx: SqlReader, rechargeId: number) =>
  tx.sql.selectFrom("recharges").select("id").where("id", "=", rechargeId).forUpdate().execute();

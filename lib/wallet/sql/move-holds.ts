import { now } from "../../core/clock";
import type { Cents } from "../../core/money";
import { sourcesIn } from "../../core/shapes/moves";
import type { SqlReader } from "../../db/kysely";
import { isAnyOf } from "../../db/sql-pieces";
import { type HoldStatus, holdMoves } from "../state";

// The only two writers of a hold's status: conditional updates along the table of lib/wallet/state.ts.

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
        .where(isAnyOf("wallet_holds.status", sourcesIn(holdMoves, "held")))
        .whereRef("wallet_holds.user_id", "=", "excluded.user_id"),
    )
    .returning("wallet_holds.round")
    .executeTakeFirst();
}

/** @returns undefined when nothing is held for the order. */
export const endHold = (tx: SqlReader, orderId: number, status: Exclude<HoldStatus, "held">) =>
  tx.sql
    .updateTable("wallet_holds")
    .from("orders")
    .set({ status, updated_at: now() })
    .where("wallet_holds.order_id", "=", orderId)
    .where(isAnyOf("wallet_holds.status", sourcesIn(holdMoves, status)))
    .whereRef("orders.id", "=", "wallet_holds.order_id")
    .returning([
      "wallet_holds.user_id as userId",
      "wallet_holds.amount_cents as amountCents",
      "wallet_holds.round",
      "orders.order_no as orderNo",
      "orders.currency",
    ])
    .executeTakeFirst();

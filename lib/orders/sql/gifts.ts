import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";
import type { BesideOrder, NewGift } from "./insert-order";

interface GiftValues {
  giftEmail: string;
  giftMessage: string | null;
  giftFromName: string | null;
}

/** The row of `order_gifts`. The statement that inserts the order inserts it too. */
export const besideGift = ({ email, message, fromName }: NewGift): BesideOrder<GiftValues> => ({
  name: "gift",
  values: { giftEmail: email, giftMessage: message, giftFromName: fromName },
  insert: (query, gift, createdAt) =>
    query
      .insertInto("order_gifts")
      .columns(["order_id", "email", "message", "from_name", "created_at"])
      .expression(
        query
          .selectFrom("new_order")
          .select([
            "new_order.id as order_id",
            typed(gift.giftEmail, "text").as("email"),
            typed(gift.giftMessage, "text").as("message"),
            typed(gift.giftFromName, "text").as("from_name"),
            createdAt.as("created_at"),
          ]),
      ),
});

/** Locks the gift until the transaction ends, so that opening and correcting it come one after the other. */
export const lockGift = (tx: SqlReader, orderId: number) =>
  tx.sql
    .selectFrom("order_gifts")
    .select(["email", "opened_at as openedAt"])
    .where("order_id", "=", orderId)
    .forUpdate()
    .executeTakeFirst();

export const keepGiftToken = (tx: SqlReader, orderId: number, tokenHash: Uint8Array) =>
  tx.sql
    .insertInto("gift_tokens")
    .values({ token_hash: tokenHash, order_id: orderId, created_at: now() })
    .execute();

/** @returns the order that the token opens */
export const findGiftOrder = (reader: SqlReader, tokenHash: Uint8Array) =>
  reader.sql
    .selectFrom("gift_tokens as token")
    .innerJoin("order_gifts as gift", "gift.order_id", "token.order_id")
    .select(["gift.order_id as orderId", "gift.opened_at as openedAt"])
    .where("token.token_hash", "=", sql<Uint8Array>`${tokenHash}`)
    .executeTakeFirst();

import { type InsertQueryBuilder, type InsertResult, type QueryCreator, sql } from "kysely";
import { now } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import type { BuyerKind, Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { typed, typedEnum } from "../../db/sql-pieces";
import type { OrderQuote } from "../../pricing/types";
import { lockFreeSecrets, updateStock, updateStockIfEnough } from "../../stock/sql/reservations";
import { storeReductions } from "../reductions";
import { type OrderBuyer, underOpenLimit } from "./open-orders";
import { columnsOfLine, linesOf } from "./order-lines";

export interface NewOrder {
  orderNo: string;
  buyer: OrderBuyer;
  quote: OrderQuote;
  forms: (Record<string, string> | null)[];
  locale: string;
  createdAt: Date;
  expireAt: Date;
  guestToken: string | null;
  actor: string;
  /** Inserts a row that belongs to the order and must exist with it. */
  alsoInsert?: (query: WithNewOrder) => InsertQueryBuilder<never, never, InsertResult>;
}

/** An answer that is kept with the order, so that the same request again gets it (N4). */
export interface FirstAnswerRow {
  owner: string;
  key: string;
  paramsHash: Uint8Array;
  tokenSealed: Uint8Array | null;
}

/** A WITH whose member `reserved` has a row when the order may be inserted, and none when nothing may happen. */
type WithReserved = QueryCreator<Tables & { reserved: { units: number } }>;
export type WithNewOrder = QueryCreator<Tables & { new_order: { id: number } }>;

/** The rows of a new order: order, items, fulfillments, first event, guest token, and what belongs to it. */
function withOrderRows(query: WithReserved, order: NewOrder) {
  const { buyer, quote, alsoInsert, guestToken } = order;
  const at = typed(order.createdAt, "timestamptz");
  const rows = query
    .with("new_order", (members) =>
      members
        .insertInto("orders")
        .columns([
          "order_no",
          "buyer_kind",
          "user_id",
          "site_id",
          "email",
          "locale",
          "currency",
          "original_cents",
          "discount_cents",
          "amount_cents",
          "reductions",
          "coupon_id",
          "member_level_id",
          "ip",
          "expire_at",
          "created_at",
          "updated_at",
        ])
        .expression(
          members
            .selectFrom("reserved")
            .select([
              typed(order.orderNo, "text").as("order_no"),
              typedEnum<BuyerKind>(buyer.kind, "buyer_kind").as("buyer_kind"),
              typed(buyer.kind === "user" ? buyer.userId : null, "int4").as("user_id"),
              typed(buyer.kind === "site" ? buyer.siteId : null, "int4").as("site_id"),
              typed(buyer.email, "text").as("email"),
              typed(order.locale, "text").as("locale"),
              typed(quote.currency, "text").as("currency"),
              typed(quote.originalCents, "int8").as("original_cents"),
              typed(quote.discountCents, "int8").as("discount_cents"),
              typed(quote.amountCents, "int8").as("amount_cents"),
              typed(JSON.stringify(storeReductions(quote.reductions)), "jsonb").as("reductions"),
              typed(quote.coupon?.id ?? null, "int4").as("coupon_id"),
              typed(quote.memberLevelId, "int4").as("member_level_id"),
              typed(buyer.ip, "text").as("ip"),
              typed(order.expireAt, "timestamptz").as("expire_at"),
              at.as("created_at"),
              at.as("updated_at"),
            ]),
        )
        .returning("id"),
    )
    .with("new_items", (members) =>
      members
        .insertInto("order_items")
        .columns(["order_id", ...columnsOfLine])
        .expression(
          members
            .selectFrom(["new_order", linesOf(order)])
            .select(["new_order.id as order_id"])
            .select(columnsOfLine.map((column) => `line.${column}` as const)),
        )
        .returning(["id", "order_id", "position"]),
    )
    .with("new_fulfillments", (members) =>
      members
        .insertInto("fulfillments")
        .columns(["order_item_id", "updated_at"])
        .expression(members.selectFrom("new_items").select(["id", at.as("updated_at")])),
    )
    .with("first_event", (members) =>
      members
        .insertInto("order_events")
        .columns(["order_id", "kind", "actor", "created_at"])
        .expression(
          members
            .selectFrom("new_order")
            .select([
              "id",
              sql.lit("created").as("kind"),
              typed(order.actor, "text").as("actor"),
              at.as("created_at"),
            ]),
        ),
    )
    .with("new_guest_token", (members) =>
      members
        .insertInto("guest_tokens")
        .columns(["token_hash", "order_id", "created_at"])
        .expression(
          members
            .selectFrom("new_order")
            .select([typed(sha256(guestToken ?? ""), "bytea").as("token_hash"), "id", at.as("created_at")])
            .where(typed(guestToken !== null, "boolean")),
        ),
    );
  if (!alsoInsert) return rows;
  return rows.with("belonging", (members) => alsoInsert(members as unknown as WithNewOrder)) as typeof rows;
}

/** The order with its items, and nothing reserved yet. */
export const insertOrder = (tx: SqlReader, order: NewOrder) =>
  withOrderRows(
    tx.sql.with("reserved", (query) => query.selectNoFrom(sql.lit(1).as("units"))),
    order,
  )
    .selectFrom("new_items")
    .select(["id", "order_id as orderId", "position"])
    .orderBy("position")
    .execute();

type Reserved = Pick<NewOrder, "buyer"> & { skuId: number; quantity: number };

/** Locks the line's keys, without waiting for one; `reserved` has a row when there are enough and the buyer may hold them. */
const withLockedSecrets = (reader: SqlReader, { buyer, skuId, quantity }: Reserved) =>
  reader.sql
    .with(
      (member) => member("free_secrets").materialized(),
      (query) => lockFreeSecrets(query, { skuId, quantity }, "skip"),
    )
    .with("reserved", (query) =>
      query
        .selectNoFrom(sql.lit(1).as("units"))
        .where((row) =>
          row(row.selectFrom("free_secrets").select(row.fn.countAll().as("count")), "=", BigInt(quantity)),
        )
        .where(underOpenLimit(buyer)),
    );

/** Counts the line's units as reserved, if there are enough and the buyer may hold them. */
const withReservedUnits = (reader: SqlReader, { buyer, skuId, quantity }: Reserved) =>
  reader.sql.with("reserved", (query) =>
    updateStockIfEnough(query, skuId, quantity)
      .where(underOpenLimit(buyer))
      .returning(sql.lit(1).as("units")),
  );

/** The locked keys become the new item's, and the counters move with them. */
function withKeptSecrets(
  rows: ReturnType<typeof withOrderRows>,
  { skuId, quantity }: { skuId: number; quantity: number },
) {
  return rows
    .with("kept_secrets", (members) =>
      (
        members as unknown as QueryCreator<
          Tables & { new_items: { id: number }; free_secrets: { id: number } }
        >
      )
        .updateTable("secrets")
        .from("new_items")
        .set((secret) => ({ status: "reserved", order_item_id: secret.ref("new_items.id") }))
        .where("secrets.id", "in", (secret) => secret.selectFrom("free_secrets").select("free_secrets.id")),
    )
    .with("counted_secrets", (members) =>
      updateStock(members, { skuId, available: -quantity, reserved: quantity }).where((stock) =>
        stock.exists(members.selectFrom("new_items").select("new_items.id")),
      ),
    ) as unknown as typeof rows;
}

const withFirstAnswer = (
  rows: ReturnType<typeof withOrderRows>,
  { owner, key, paramsHash, tokenSealed }: FirstAnswerRow,
) =>
  rows.with("first_answer", (members) =>
    members
      .insertInto("idempotency_keys")
      .columns(["owner", "key", "params_hash", "order_id", "token_sealed", "created_at"])
      .expression(
        members
          .selectFrom("new_order")
          .select([
            typed(owner, "text").as("owner"),
            typed(key, "text").as("key"),
            typed(paramsHash, "bytea").as("params_hash"),
            "id",
            typed(tokenSealed, "bytea").as("token_sealed"),
            typed(now(), "timestamptz").as("created_at"),
          ]),
      ),
  ) as unknown as typeof rows;

/**
 * An order of one line with everything it reserves, in one statement, which is a transaction of its own.
 * @returns undefined, with nothing changed, when its stock or its buyer's limit does not allow it at once.
 */
export function insertOrderWithReservation(
  reader: SqlReader,
  order: NewOrder,
  {
    skuId,
    quantity,
    isKeyed,
    firstAnswer,
  }: {
    skuId: number;
    quantity: number;
    /** Its units are stored keys, and not only a number. */
    isKeyed: boolean;
    firstAnswer: FirstAnswerRow | null;
  },
) {
  const reserved = { buyer: order.buyer, skuId, quantity };
  const gate = isKeyed ? withLockedSecrets(reader, reserved) : withReservedUnits(reader, reserved);
  let rows = withOrderRows(gate as unknown as WithReserved, order);
  if (isKeyed) rows = withKeptSecrets(rows, { skuId, quantity });
  if (firstAnswer) rows = withFirstAnswer(rows, firstAnswer);
  return rows.selectFrom("new_items").select(["id", "order_id as orderId", "position"]).executeTakeFirst();
}

import { type InsertQueryBuilder, type InsertResult, type QueryCreator, type RawBuilder, sql } from "kysely";
import { sha256 } from "../../core/crypto";
import { fixedStatement } from "../../db/fixed-statement";
import type { BuyerKind, Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { typed, typedEnum } from "../../db/sql-pieces";
import type { OrderQuote } from "../../pricing/types";
import { storeReductions } from "../reductions";
import type { OrderBuyer } from "./open-orders";
import { columnsOfLine, linesJson, linesOf } from "./order-lines";

export interface NewOrder {
  orderNo: string;
  buyer: OrderBuyer;
  quote: OrderQuote;
  forms: (Record<string, string> | null)[];
  locale: string;
  country?: string | null;
  termsVersion?: string | null;
  createdAt: Date;
  expireAt: Date;
  guestToken: string | null;
  actor: string;
  gift?: NewGift | null;
  beside?: BesideOrder<object>;
}

/** Recipient of the order. */
export interface NewGift {
  email: string;
  message: string | null;
  fromName: string | null;
}

/** A row that belongs to the order and must exist with it. */
export interface BesideOrder<Values> {
  name: string;
  values: Values;
  insert(
    query: QueryCreator<Tables & { new_order: { id: number } }>,
    values: Values,
    createdAt: RawBuilder<Date>,
  ): InsertQueryBuilder<never, never, InsertResult>;
}

export const valuesOf = ({ buyer, quote, beside, guestToken, gift: _, ...order }: NewOrder) => ({
  ...beside?.values,
  orderNo: order.orderNo,
  buyerKind: buyer.kind,
  userId: buyer.kind === "user" ? buyer.userId : null,
  siteId: buyer.kind === "site" ? buyer.siteId : null,
  email: buyer.email,
  locale: order.locale,
  currency: quote.currency,
  originalCents: quote.originalCents,
  discountCents: quote.discountCents,
  amountCents: quote.amountCents,
  reductions: JSON.stringify(storeReductions(quote.reductions)),
  couponId: quote.coupon?.id ?? null,
  memberLevelId: quote.memberLevelId,
  ip: buyer.ip,
  country: order.country ?? null,
  termsVersion: order.termsVersion ?? null,
  expireAt: order.expireAt,
  createdAt: order.createdAt,
  lines: linesJson({ quote, forms: order.forms }),
  actor: order.actor,
  tokenHash: guestToken === null ? null : sha256(guestToken),
});

export type OrderValues = ReturnType<typeof valuesOf>;

/** A WITH whose member `reserved` has a row when the order may be inserted, and none when nothing may happen. */
type WithReserved = QueryCreator<Tables & { reserved: { units: number } }>;

/** The rows of a new order: order, items, fulfillments, first event, guest token, and what belongs to it. */
export function withOrderRows(query: WithReserved, order: OrderValues, beside: NewOrder["beside"]) {
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
          "country",
          "terms_version",
          "expire_at",
          "created_at",
          "updated_at",
        ])
        .expression(
          members
            .selectFrom("reserved")
            .select([
              typed(order.orderNo, "text").as("order_no"),
              typedEnum<BuyerKind>(order.buyerKind, "buyer_kind").as("buyer_kind"),
              typed(order.userId, "int4").as("user_id"),
              typed(order.siteId, "int4").as("site_id"),
              typed(order.email, "text").as("email"),
              typed(order.locale, "text").as("locale"),
              typed(order.currency, "text").as("currency"),
              typed(order.originalCents, "int8").as("original_cents"),
              typed(order.discountCents, "int8").as("discount_cents"),
              typed(order.amountCents, "int8").as("amount_cents"),
              typed(order.reductions, "jsonb").as("reductions"),
              typed(order.couponId, "int4").as("coupon_id"),
              typed(order.memberLevelId, "int4").as("member_level_id"),
              typed(order.ip, "text").as("ip"),
              typed(order.country, "text").as("country"),
              typed(order.termsVersion, "text").as("terms_version"),
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
            .selectFrom(["new_order", linesOf(order.lines)])
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
            .select([typed(order.tokenHash, "bytea").as("token_hash"), "id", at.as("created_at")])
            .where(typed(order.tokenHash, "bytea"), "is not", null),
        ),
    );
  const whole: typeof rows = beside
    ? rows.with("beside", (members) => beside.insert(members, order, at))
    : rows;
  return whole;
}

export type Rows = ReturnType<typeof withOrderRows>;

export const itemsOf = (rows: Rows) =>
  rows.selectFrom("new_items").select(["id", "order_id as orderId", "position"]).orderBy("position");

export interface RowsShape {
  key: string;
  beside: NewOrder["beside"];
}

const insertRows = fixedStatement((query, order: OrderValues, { beside }: RowsShape) =>
  itemsOf(
    withOrderRows(
      query.with("reserved", (member) => member.selectNoFrom(sql.lit(1).as("units"))),
      order,
      beside,
    ),
  ),
);

/** The order with its items, and nothing reserved yet. */
export const insertOrder = (tx: SqlReader, order: NewOrder) =>
  insertRows(tx, valuesOf(order), { key: order.beside?.name ?? "", beside: order.beside });

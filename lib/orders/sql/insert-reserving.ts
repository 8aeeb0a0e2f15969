import { type QueryCreator, sql } from "kysely";
import type { SaleRule } from "../../catalogue/sale-rule";
import type { SaleOrder } from "../../catalogue/schema";
import { fixedStatement } from "../../db/fixed-statement";
import type { BuyerKind, Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";
import { becoming } from "../../stock/sql/move-secrets";
import {
  lockFreeSecrets,
  quantityInText,
  updateStock,
  updateStockIfEnough,
} from "../../stock/sql/reservations";
import { itemsOf, type NewOrder, type Rows, type RowsShape, valuesOf, withOrderRows } from "./insert-order";
import { limitsKey, openLimitValues, underOpenLimit } from "./open-orders";

/** An answer that is kept with the order, so that the same request again gets it (O10). */
export interface FirstAnswerRow {
  owner: string;
  key: string;
  paramsHash: Uint8Array;
  tokenSealed: Uint8Array | null;
}

interface Reservation {
  skuId: number;
  quantity: number;
  sale: SaleRule | null;
  /** Its units are stored keys, and not only a number. */
  isKeyed: boolean;
  firstAnswer: FirstAnswerRow | null;
}

interface ReservingShape extends RowsShape {
  buyerKind: BuyerKind;
  isKeyed: boolean;
  /** The quantity that stands in the text, or 0. */
  quantity: number;
  saleOrder: SaleOrder | null;
  isDated: boolean;
  hasFirstAnswer: boolean;
}

const reservingValues = (order: NewOrder, { skuId, quantity, sale, firstAnswer }: Reservation) => ({
  ...valuesOf(order),
  ...openLimitValues(order.buyer, order.createdAt),
  skuId,
  quantity,
  units: BigInt(quantity),
  taken: -quantity,
  usableAfter: sale?.usableAfter ?? null,
  answerOwner: firstAnswer?.owner ?? "",
  answerKey: firstAnswer?.key ?? "",
  paramsHash: firstAnswer?.paramsHash ?? null,
  tokenSealed: firstAnswer?.tokenSealed ?? null,
});

type ReservingValues = ReturnType<typeof reservingValues>;

const shapeOf = ({ buyer, beside }: NewOrder, { quantity, sale, isKeyed, firstAnswer }: Reservation) => {
  const shape = {
    buyerKind: buyer.kind,
    isKeyed,
    quantity: quantityInText(quantity),
    saleOrder: sale?.order ?? null,
    isDated: Boolean(sale?.usableAfter),
    hasFirstAnswer: firstAnswer !== null,
  };
  const key = [...Object.values(shape), limitsKey(), beside?.name].join();
  return { ...shape, beside, key };
};

const saleOf = ({ usableAfter }: ReservingValues, { saleOrder, isDated }: ReservingShape) =>
  saleOrder === null ? null : { order: saleOrder, usableAfter: isDated ? usableAfter : null };

/** Locks the line's keys, without waiting for one; `reserved` has a row when there are enough and the buyer may hold them. */
const withLockedSecrets = (query: QueryCreator<Tables>, order: ReservingValues, shape: ReservingShape) =>
  query
    .with(
      (member) => member("free_secrets").materialized(),
      (member) =>
        lockFreeSecrets(
          member,
          {
            skuId: order.skuId,
            quantity: shape.quantity === 0 ? order.quantity : shape.quantity,
            sale: saleOf(order, shape),
          },
          "skip",
        ),
    )
    .with("reserved", (member) =>
      member
        .selectNoFrom(sql.lit(1).as("units"))
        .where((row) =>
          row(row.selectFrom("free_secrets").select(row.fn.countAll().as("count")), "=", order.units),
        )
        .where(underOpenLimit(shape.buyerKind, order)),
    );

/** Counts the line's units as reserved, if there are enough and the buyer may hold them. */
const withReservedUnits = (query: QueryCreator<Tables>, order: ReservingValues, shape: ReservingShape) =>
  query.with("reserved", (member) =>
    updateStockIfEnough(member, moveOf(order))
      .where(underOpenLimit(shape.buyerKind, order))
      .returning(sql.lit(1).as("units")),
  );

const moveOf = ({ skuId, taken, quantity, createdAt }: ReservingValues) => ({
  skuId,
  available: taken,
  reserved: quantity,
  at: createdAt,
});

/** The locked keys become the new item's, and the counters move with them. */
const withKeptSecrets = (rows: Rows, order: ReservingValues): Rows =>
  rows
    .with("kept_secrets", (members) =>
      members
        .updateTable("secrets")
        .from("new_items")
        .set((secret) => ({ order_item_id: secret.ref("new_items.id") }))
        .where("secrets.id", "in", sql<number>`(SELECT free_secrets.id FROM free_secrets)`)
        .$call(becoming("reserved")),
    )
    .with("counted_secrets", (members) =>
      updateStock(members, moveOf(order)).where((stock) =>
        stock.exists(members.selectFrom("new_items").select("new_items.id")),
      ),
    );

const withFirstAnswer = (rows: Rows, order: ReservingValues): Rows =>
  rows.with("first_answer", (members) =>
    members
      .insertInto("idempotency_keys")
      .columns(["owner", "key", "params_hash", "order_id", "token_sealed", "created_at"])
      .expression(
        members
          .selectFrom("new_order")
          .select([
            typed(order.answerOwner, "text").as("owner"),
            typed(order.answerKey, "text").as("key"),
            typed(order.paramsHash, "bytea").as("params_hash"),
            "id",
            typed(order.tokenSealed, "bytea").as("token_sealed"),
            typed(order.createdAt, "timestamptz").as("created_at"),
          ]),
      ),
  );

const insertReserving = fixedStatement((query, order: ReservingValues, shape: ReservingShape) => {
  const gate = shape.isKeyed
    ? withLockedSecrets(query, order, shape)
    : withReservedUnits(query, order, shape);
  let rows = withOrderRows(gate, order, shape.beside);
  if (shape.isKeyed) rows = withKeptSecrets(rows, order);
  if (shape.hasFirstAnswer) rows = withFirstAnswer(rows, order);
  return itemsOf(rows);
});

/**
 * An order of one line with everything it reserves, in one statement, which is a transaction of its own.
 * @returns undefined, with nothing changed, when its stock or its buyer's limit does not allow it at once.
 */
export async function insertOrderWithReservation(
  reader: SqlReader,
  order: NewOrder,
  reservation: Reservation,
) {
  const [item] = await insertReserving(
    reader,
    reservingValues(order, reservation),
    shapeOf(order, reservation),
  );
  return item;
}

import { sha256 } from "../core/crypto";
import { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import type { OrderQuote } from "../pricing/types";

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
  /** An INSERT of a row that belongs to the order and must exist with it, from `o (id)`. */
  alsoInsert?: Prisma.Sql;
}

export type OrderBuyer =
  | { kind: "guest"; email: string; ip: string }
  | { kind: "user"; userId: number; email: string; ip: string }
  | { kind: "site"; siteId: number; email: string | null; ip: string };

export interface InsertedItem {
  id: number;
  orderId: number;
  position: number;
}

/**
 * The rows of a new order as members of a WITH: order, items, fulfillments, first event, guest token. Nothing is inserted
 * where `gate`, a FROM clause, has no row; `i (id, order_id, position)` are the items that were.
 */
export function insertOrderSql(order: NewOrder, gate: Prisma.Sql): Prisma.Sql {
  const { buyer, quote, createdAt: at, alsoInsert } = order;
  const lines = quote.lines.map((line, index) => ({
    position: index + 1,
    product_id: line.productId,
    sku_id: line.skuId,
    slug: line.slug,
    title: line.title,
    sku_name: line.skuName,
    quantity: line.quantity,
    unit_price_cents: String(line.unitPriceCents),
    total_cents: String(line.totalCents),
    cost_cents: line.costCents === null ? null : String(line.costCents),
    delivery: line.delivery,
    auto_secret_kind: line.autoSecretKind,
    source: line.source,
    form: order.forms[index] ?? null,
    instructions: line.instructions,
  }));
  return Prisma.sql`
    o AS (
      INSERT INTO orders (order_no, buyer_kind, user_id, site_id, email, locale, currency, original_cents, discount_cents,
        amount_cents, coupon_id, member_level_id, ip, expire_at, created_at, updated_at)
      SELECT ${order.orderNo}, ${buyer.kind}::buyer_kind, ${buyer.kind === "user" ? buyer.userId : null}::int,
        ${buyer.kind === "site" ? buyer.siteId : null}::int, ${buyer.email}, ${order.locale}, ${quote.currency},
        ${quote.originalCents}::bigint, ${quote.discountCents}::bigint, ${quote.amountCents}::bigint,
        ${quote.coupon?.id ?? null}::int, ${quote.memberLevelId}::int, ${buyer.ip}, ${order.expireAt}::timestamptz,
        ${at}::timestamptz, ${at}::timestamptz
      ${gate}
      RETURNING id),
    i AS (
      INSERT INTO order_items (order_id, position, product_id, sku_id, slug, title, sku_name, quantity, unit_price_cents,
        total_cents, cost_cents, delivery, auto_secret_kind, source, form, instructions)
      SELECT o.id, l.position, l.product_id, l.sku_id, l.slug, l.title, l.sku_name, l.quantity, l.unit_price_cents,
        l.total_cents, l.cost_cents, l.delivery, l.auto_secret_kind, l.source, l.form, l.instructions
      FROM o, jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l (position int, product_id int, sku_id int, slug text,
        title text, sku_name text, quantity int, unit_price_cents bigint, total_cents bigint, cost_cents bigint,
        delivery delivery_kind, auto_secret_kind secret_kind, source sku_source, form jsonb, instructions text)
      RETURNING id, order_id, position),
    f AS (INSERT INTO fulfillments (order_item_id, updated_at) SELECT i.id, ${at}::timestamptz FROM i),
    e AS (
      INSERT INTO order_events (order_id, kind, actor, created_at)
      SELECT o.id, 'created', ${order.actor}, ${at}::timestamptz FROM o),
    t AS (
      INSERT INTO guest_tokens (token_hash, order_id, created_at)
      SELECT ${sha256(order.guestToken ?? "")}, o.id, ${at}::timestamptz FROM o WHERE ${order.guestToken !== null}::boolean)
    ${alsoInsert ? Prisma.sql`, b AS (${alsoInsert})` : Prisma.empty}`;
}

/** The order with its items, and nothing reserved yet. */
export const insertOrder = (tx: Tx, order: NewOrder): Promise<InsertedItem[]> => tx.$queryRaw<InsertedItem[]>`
  WITH ${insertOrderSql(order, Prisma.empty)}
  SELECT id, order_id AS "orderId", position FROM i ORDER BY position`;

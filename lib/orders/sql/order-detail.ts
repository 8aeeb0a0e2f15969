import { type Expression, sql } from "kysely";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import { numbers } from "../../db/sql-pieces";
import type { OrderDetailRow } from "../viewed-rows";

/** Form of a row in JSON: sums and times are texts, sealed content is base64. */
type Json<T> = {
  [K in keyof T]: T[K] extends bigint
    ? string
    : T[K] extends Date
      ? string
      : T[K] extends Uint8Array | null
        ? string | null
        : T[K];
};

type ItemRow = OrderDetailRow["items"][number];
type FulfillmentRow = NonNullable<ItemRow["fulfillment"]>;

interface ItemJson extends Json<Omit<ItemRow, "fulfillment">> {
  questions: unknown;
  fulfillment:
    | (Omit<Json<FulfillmentRow>, "secrets" | "deliveredAt"> & {
        deliveredAt: string | null;
        secrets: { id: number; contentSealed: string }[];
      })
    | null;
}

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

const base64 = (column: Expression<unknown>) => sql`translate(encode(${column}, 'base64'), E'\n', '')`;

const toFulfillment = ({
  contentSealed,
  deliveredAt,
  secrets,
  ...row
}: NonNullable<ItemJson["fulfillment"]>) => ({
  ...row,
  contentSealed: contentSealed === null ? null : bytes(contentSealed),
  deliveredAt: deliveredAt === null ? null : new Date(deliveredAt),
  secrets: secrets.map((secret) => ({
    secret: { id: secret.id, contentSealed: bytes(secret.contentSealed) },
  })),
});

const toItem = ({ unitPriceCents, totalCents, fulfillment, ...item }: ItemJson) => ({
  ...item,
  unitPriceCents: BigInt(unitPriceCents),
  totalCents: BigInt(totalCents),
  fulfillment: fulfillment && toFulfillment(fulfillment),
});

/** It is text where rows become JSON (decision 103): a chain would have one query builder for each member. */
const selectDetails = fixedStatement((query, { orderIds }: { orderIds: number[] }) =>
  query
    .selectFrom("orders as o")
    .leftJoin("users as buyer", "buyer.id", "o.user_id")
    .leftJoin("order_gifts as gift", "gift.order_id", "o.id")
    .where((row) => sql<boolean>`${row.ref("o.id")} = ANY (${numbers(orderIds)})`)
    .select([
      "o.id",
      "o.order_no as orderNo",
      "o.buyer_kind as buyerKind",
      "o.status",
      "o.payment_status as paymentStatus",
      "o.fulfillment_status as fulfillmentStatus",
      "o.currency",
      "o.original_cents as originalCents",
      "o.discount_cents as discountCents",
      "o.amount_cents as amountCents",
      "o.wallet_paid_cents as walletPaidCents",
      "o.refunded_cents as refundedCents",
      "o.reductions",
      "o.email",
      "o.locale",
      "o.expire_at as expireAt",
      "o.paid_at as paidAt",
      "o.delivered_at as deliveredAt",
      "o.created_at as createdAt",
      "o.first_viewed_at as firstViewedAt",
      "buyer.email as accountEmail",
      "gift.email as giftEmail",
      "gift.message as giftMessage",
      "gift.from_name as giftFromName",
      "gift.opened_at as giftOpenedAt",
    ])
    .select((o) => [
      sql<ItemJson[]>`coalesce((
        SELECT json_agg(json_build_object('position', i.position, 'productId', i.product_id, 'skuId', i.sku_id,
            'slug', i.slug, 'title', i.title, 'skuName', i.sku_name, 'quantity', i.quantity,
            'unitPriceCents', i.unit_price_cents::text, 'totalCents', i.total_cents::text, 'delivery', i.delivery,
            'autoSecretKind', i.auto_secret_kind, 'fulfillers', i.fulfillers, 'form', i.form, 'instructions', i.instructions,
            'deliveryHours', i.delivery_hours,
            'bundle', i.bundle,
            'questions', CASE WHEN i.form IS NOT NULL
              THEN (SELECT p.form_fields FROM products p WHERE p.id = i.product_id) END,
            'fulfillment', (SELECT json_build_object('id', f.id, 'status', f.status,
                'contentSealed', ${base64(sql.ref("f.content_sealed"))},
                'deliveredAt', f.delivered_at,
                'secrets', coalesce((
                  SELECT json_agg(json_build_object('id', s.id,
                    'contentSealed', ${base64(sql.ref("s.content_sealed"))}) ORDER BY fs.id)
                  FROM fulfillment_secrets fs JOIN secrets s ON s.id = fs.secret_id
                  WHERE fs.fulfillment_id = f.id AND fs.replaced_at IS NULL), '[]'))
              FROM fulfillments f WHERE f.order_item_id = i.id)) ORDER BY i.position)
        FROM order_items i WHERE i.order_id = ${o.ref("o.id")}), '[]')`.as("items"),
      sql<{ cents: string; reason: string; createdAt: string }[]>`coalesce((
        SELECT json_agg(json_build_object('cents', r.amount_cents::text, 'reason', r.reason, 'createdAt', r.created_at)
          ORDER BY r.id)
        FROM refunds r WHERE r.order_id = ${o.ref("o.id")} AND r.payment_id IS NULL), '[]')`.as("refunds"),
      sql<PaymentJson[]>`coalesce((
        SELECT json_agg(to_json(last) ORDER BY last.id DESC)
        FROM (SELECT p.id, p.payment_no AS "paymentNo", p.channel_id AS "channelId", p.state, p.failure, p.disposition,
            p.amount_cents::text AS "amountCents", p.fee_cents::text AS "feeCents", 
            coalesce(c.translations -> ${o.ref("o.locale")} ->> 'name', c.name) AS "channelName"
          FROM payments p JOIN payment_channels c ON c.id = p.channel_id
          WHERE p.order_id = ${o.ref("o.id")} ORDER BY p.id DESC LIMIT 20) AS last), '[]')`.as("payments"),
    ]),
);

interface PaymentJson extends Json<Omit<OrderDetailRow["payments"][number], "channel">> {
  channelName: string;
}

const askTogether = batchReads((orderIds: readonly [number, ...number[]]) =>
  selectDetails(db(), { orderIds: [...orderIds] }),
);

/** An order with everything that its buyer sees, sealed, and the address of its account, in one statement. */
export async function findOrderDetail(reader: SqlReader, orderId: number) {
  const rows = await (reader === db()
    ? askTogether(orderId)
    : selectDetails(reader, { orderIds: [orderId] }));
  const row = rows.find(({ id }) => id === orderId);
  if (!row) return null;
  const { items, refunds, payments, accountEmail, buyerKind, locale, firstViewedAt, ...columns } = row;
  const { giftEmail, giftMessage, giftFromName, giftOpenedAt, ...order } = columns;
  const detail: OrderDetailRow = {
    ...order,
    gift:
      giftEmail === null
        ? null
        : { email: giftEmail, message: giftMessage, fromName: giftFromName, openedAt: giftOpenedAt },
    items: items.map(toItem),
    refunds: refunds.map(({ cents, reason, createdAt }) => ({
      amountCents: BigInt(cents),
      reason,
      createdAt: new Date(createdAt),
    })),
    payments: payments.map(({ amountCents, feeCents, channelName, ...payment }) => ({
      ...payment,
      amountCents: BigInt(amountCents),
      feeCents: BigInt(feeCents),
      channel: { name: channelName },
    })),
  };
  return {
    detail,
    questions: new Map(items.map(({ productId, questions }) => [productId, questions])),
    buyerKind,
    locale,
    accountEmail,
    isFirstView: firstViewedAt === null,
  };
}

import { isKeyed } from "../catalogue/schema";
import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import { openDelivery, splitUnits, withoutMarks } from "../fulfillment/delivered-content";
import type { DeliveredMembers } from "../fulfillment/schema";
import { viewFailedAttempts, viewLastPayment } from "../payments/view";
import { openSecret } from "../stock/seal-secret";
import { type LabeledAnswer, labelAnswers } from "./form-answers";
import { readReductions, viewReductions } from "./reductions";
import type { OrderDetail } from "./schema";
import { readBundle, storeBundle } from "./sold-bundles";
import type { NewOrder } from "./sql/insert-order";
import type { DetailItem, OrderDetailRow, SummaryRow, ViewedItem, ViewedOrder } from "./viewed-rows";

/**
 * The delivered secrets of an item, byte for byte as they were imported. A text, and what a person wrote for this buyer, is
 * one document however many lines it has; keys that staff handed over stand one on a line, and so do those of a main site
 * that does not send them apart.
 */
export const itemSecrets = (item: DetailItem): string[] | null =>
  item.fulfillment?.status === "ready" ? openItemSecrets(item) : null;

/**
 * For staff also what was withdrawn by a refund, and what the seller's server made and the buyer never got: its maker has to be
 * told what to block.
 */
function staffSecrets(item: DetailItem): string[] | null {
  const { status, deliveredAt } = item.fulfillment ?? {};
  if (status === "ready" || (status === "revoked" && deliveredAt)) return openItemSecrets(item);
  const kept = openContent(item);
  return kept.length > 0 ? kept : null;
}

function openContent({ fulfillment, autoSecretKind }: DetailItem): string[] {
  if (!fulfillment?.contentSealed) return [];
  const content = openDelivery(fulfillment.id, fulfillment.contentSealed);
  return isKeyed(autoSecretKind) ? splitUnits(content) : [withoutMarks(content)];
}

/** Text that was made for this item (a license's key), then its keys from the stock. */
function openItemSecrets(item: DetailItem): string[] | null {
  const keys = item.fulfillment?.secrets.map(({ secret }) => openSecret(secret.id, secret.contentSealed));
  return keys ? [...openContent(item), ...keys] : null;
}

function itemView(
  item: ViewedItem,
  secrets: string[] | null,
  answers: LabeledAnswer[] = [],
  delivered: DeliveredMembers = {},
): OrderDetail["items"][number] {
  const { fulfillment } = item;
  const bundle = readBundle(item.bundle);
  const links = delivered.files?.flatMap(({ url }) => url ?? []) ?? [];
  // Clients that know nothing of living texts or files find them where everything else is that was delivered.
  const texts = secrets && [...secrets, ...(delivered.living ? [delivered.living.text] : []), ...links];
  return {
    id: item.position,
    product_id: item.productId,
    sku_id: item.skuId,
    slug: item.slug,
    title: item.title,
    sku_name: item.skuName,
    quantity: item.quantity,
    unit_price: toMoney(item.unitPriceCents),
    total_price: toMoney(item.totalCents),
    delivery: item.delivery,
    kind: item.autoSecretKind,
    ...(item.deliveryHours ? { delivery_hours: item.deliveryHours } : {}),
    ...(item.fulfillers?.length ? { delivers: [...item.fulfillers] } : {}),
    ...(bundle ? { bundle } : {}),
    ...(answers.length > 0 ? { answers } : {}),
    fulfillment: {
      status: fulfillment?.status ?? "pending",
      ...(texts ? { payload: texts.join("\n"), secrets: texts } : {}),
      ...delivered,
      ...(item.instructions ? { instructions: item.instructions } : {}),
      ...(fulfillment?.deliveredAt ? { delivered_at: toTime(fulfillment.deliveredAt) } : {}),
    },
  };
}

const giftView = ({ email, message, fromName, openedAt }: NonNullable<ViewedOrder["gift"]>) => ({
  email,
  message,
  from_name: fromName,
  opened_at: toTimeOrNull(openedAt),
});

function orderView(row: ViewedOrder, items: OrderDetail["items"]): OrderDetail {
  const payloads = items.flatMap((item) => item.fulfillment.payload ?? []);
  return {
    order_no: row.orderNo,
    status: row.status,
    payment_status: row.paymentStatus,
    fulfillment_status: row.fulfillmentStatus,
    currency: row.currency,
    original_amount: toMoney(row.originalCents),
    discount_amount: toMoney(row.discountCents),
    ...readReductions(row.reductions),
    amount: toMoney(row.amountCents),
    wallet_paid_amount: toMoney(row.walletPaidCents),
    refunded_amount: toMoney(row.refundedCents),
    email: row.email,
    ...(row.gift ? { gift: giftView(row.gift) } : {}),
    expire_at: toTime(row.expireAt),
    paid_at: toTimeOrNull(row.paidAt),
    delivered_at: toTimeOrNull(row.deliveredAt),
    created_at: toTime(row.createdAt),
    items,
    fulfillment: {
      status: row.fulfillmentStatus,
      ...(payloads.length > 0 ? { payload: payloads.join("\n") } : {}),
    },
    refunds: row.refunds.map((refund) => ({
      amount: toMoney(refund.amountCents),
      reason: refund.reason,
      created_at: toTime(refund.createdAt),
    })),
  };
}

/** `questions` are the form fields of the products whose items have answers. */
export const orderDetailView = (
  row: OrderDetailRow,
  questions: ReadonlyMap<number, unknown> = new Map(),
  delivered: ReadonlyMap<number, DeliveredMembers> = new Map(),
): OrderDetail => ({
  ...orderView(
    row,
    row.items.map((item) =>
      itemView(
        item,
        itemSecrets(item),
        labelAnswers(questions.get(item.productId), item.form),
        delivered.get(item.fulfillment?.id ?? 0),
      ),
    ),
  ),
  last_payment: row.payments[0] ? viewLastPayment(row.payments[0]) : null,
  failed_tries: viewFailedAttempts(row.payments),
  paid_through: paidThrough(row),
});

type PaidPayment = Pick<
  OrderDetailRow["payments"][number],
  "state" | "disposition" | "amountCents" | "feeCents"
> & { channel: { name: string } };

/** Money that did not come from the balance. An order that only the balance or an operator paid has none. */
export function paidThrough({ payments }: { payments: readonly PaidPayment[] }): OrderDetail["paid_through"] {
  const paid = payments.find(
    ({ state, disposition }) => state === "paid" && disposition !== null && disposition !== "overpaid",
  );
  if (!paid) return null;
  const { channel, amountCents, feeCents } = paid;
  return { channel: channel.name, amount: toMoney(amountCents), fee_amount: toMoney(feeCents) };
}

export const staffOrderView = (
  row: OrderDetailRow,
  delivered: ReadonlyMap<number, DeliveredMembers>,
): OrderDetail =>
  orderView(
    row,
    row.items.map((item) => {
      // Staff have no use for a buyer's links, which are counted.
      const living = delivered.get(item.fulfillment?.id ?? 0)?.living;
      return itemView(item, staffSecrets(item), [], living ? { living } : {});
    }),
  );

export const orderSummaryView = (row: SummaryRow): OrderDetail =>
  orderView(
    row,
    row.items.map((item) => itemView(item, null)),
  );

/** An order that was just written and waits for its money: made from what was written, because this is the hot path. */
export function newOrderView(order: NewOrder, heldCents: bigint): OrderDetail {
  const { quote } = order;
  return {
    order_no: order.orderNo,
    status: "pending_payment",
    payment_status: "unpaid",
    fulfillment_status: "pending",
    currency: quote.currency,
    original_amount: toMoney(quote.originalCents),
    discount_amount: toMoney(quote.discountCents),
    reductions: viewReductions(quote.reductions),
    amount: toMoney(quote.amountCents),
    wallet_paid_amount: toMoney(heldCents),
    refunded_amount: toMoney(0n),
    email: order.buyer.email,
    ...(order.gift ? { gift: giftView({ ...order.gift, openedAt: null }) } : {}),
    expire_at: toTime(order.expireAt),
    paid_at: null,
    delivered_at: null,
    created_at: toTime(order.createdAt),
    items: quote.lines.map((line, index) =>
      itemView(
        {
          ...line,
          position: index + 1,
          fulfillment: null,
          ...(line.bundle ? { bundle: storeBundle(line.bundle) } : {}),
        },
        null,
        labelAnswers(line.formFields, order.forms[index]),
      ),
    ),
    fulfillment: { status: "pending" },
    refunds: [],
    last_payment: null,
    failed_tries: [],
    paid_through: null,
  };
}

import { formatMoney } from "../../core/money";
import { isOneOf, keysOf } from "../../core/shapes/records";
import type { Prisma } from "../../db/generated/client";
import type { ShopEventType } from "../../notifications/outbound/schema";
import type { OrderEventKind } from "../../orders/record-event";
import type { ToldItem, UntoldLine } from "../sql/shop-events";

/** Types by the lines of an order's time line; null is told to no program. */
const typeOf: Record<OrderEventKind, ShopEventType | null> = {
  created: "order.created",
  paid: "order.paid",
  paid_late: "order.paid",
  // The line "paid" beside it says the same.
  payment_confirmed: null,
  overpaid: "order.overpaid",
  processing: "order.processing",
  held: "order.held",
  released: "order.released",
  delivered: "order.delivered",
  delivery_failed: "order.delivery_failed",
  secret_replaced: "order.goods_changed",
  canceled: "order.canceled",
  expired: "order.expired",
  refunded: "order.refunded",
  refund_paid: "order.refund_paid",
  refund_failed: "order.refund_failed",
  problem: "order.problem_reported",
  disputed: "order.disputed",
  dispute_closed: "order.dispute_closed",
  reviewed: "order.reviewed",
  // About people and their words.
  email_changed: null,
  gift_changed: null,
  gift_opened: null,
  adopted: null,
  answered: null,
  problem_closed: null,
  note: null,
};

const kinds = keysOf(typeOf);
export const toldKinds: readonly string[] = kinds.filter((kind) => typeOf[kind] !== null);

export function typeOfLine(kind: string): ShopEventType {
  const type = isOneOf(kinds, kind) ? typeOf[kind] : null;
  if (!type) throw new Error(`The line ${kind} is no event`);
  return type;
}

/** Members of a line that are ids and amounts; words of people stay in the shop. */
const membersOfLine = [
  "amount",
  "item",
  "dispute",
  "disputed_amount",
  "due_at",
  "outcome",
  "method",
  "product_id",
  "stars",
] as const;

/** The line's own amount is not the order's. */
const nameOfMember = (name: (typeof membersOfLine)[number], type: ShopEventType) =>
  name === "amount" ? (type.startsWith("order.refund") ? "refund_amount" : "line_amount") : name;

export function dataOfLine(line: UntoldLine, items: readonly ToldItem[]): Prisma.InputJsonObject {
  const type = typeOfLine(line.kind);
  const own = membersOfLine.flatMap((name) => {
    const value = line.data[name];
    return value === undefined || value === null ? [] : [[nameOfMember(name, type), value] as const];
  });
  return {
    order_no: line.orderNo,
    buyer: { kind: line.buyerKind, id: line.userId ?? line.siteId },
    currency: line.currency,
    amount: formatMoney(line.amountCents),
    ...(line.isGift ? { is_gift: true } : {}),
    ...(line.kind === "paid_late" ? { is_late: true } : {}),
    ...Object.fromEntries(own),
    items: items.map(({ position, productId, skuId, quantity, totalCents }) => ({
      id: position,
      product_id: productId,
      sku_id: skuId,
      quantity,
      total_price: formatMoney(totalCents),
    })),
  };
}

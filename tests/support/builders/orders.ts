import { now } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { replaceSecret } from "@/lib/orders/deliver/replace-secret";
import { noteDispute } from "@/lib/orders/disputes";
import { lockOrder, markOrderPaid } from "@/lib/orders/mark-order-paid";
import { type CreateOrder, createOrder } from "@/lib/orders/place/create-order";
import { type RefundRequest, refundOrder } from "@/lib/orders/refund/refund-order";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { quoteOrder } from "@/lib/pricing/quote-order";
import { aClient, anAdmin, anEmail, anIp } from "./products";

export interface OrderOptions {
  sku: { id: number; productId: number };
  quantity?: number;
  userId?: number;
  email?: string;
  couponCode?: string;
  /** The public label of the key that the buyer chose. */
  pick?: string;
  useBalance?: boolean;
  overrides?: Partial<CreateOrder>;
}

/** An order made by the real operation, of a fresh guest unless a user is named. */
export async function anOrder({
  sku,
  quantity = 1,
  userId,
  email = anEmail(),
  couponCode,
  pick,
  useBalance = false,
  overrides,
}: OrderOptions) {
  const person =
    userId === undefined ? ({ kind: "guest", email } as const) : ({ kind: "user", userId, email } as const);
  const quote = await quoteOrder(db(), {
    lines: [{ productId: sku.productId, skuId: sku.id, quantity }],
    buyer: person,
    couponCode: couponCode ?? null,
    at: now(),
  });
  return createOrder({
    buyer: { ...person, ip: anIp() },
    quote: pick === undefined ? quote : { ...quote, lines: quote.lines.map((line) => ({ ...line, pick })) },
    forms: [null],
    locale: "en",
    expireMinutes: 15,
    useBalance,
    idempotency: null,
    actor: "test",
    ...overrides,
  });
}

/** The step that a payment ends in, without its money. */
export const pay = (orderId: number) =>
  inTransaction(async (tx) => markOrderPaid(tx, await lockOrder(tx, orderId), { actor: "test" }));

/** Reports a dispute about an order of 9.90, as a gateway does. */
export const reportDispute = (
  { id, orderNo }: { id: number; orderNo: string },
  state: "open" | "won" | "lost",
  disputeNo = "D1",
) =>
  inTransaction(async (tx) => {
    await lockOrder(tx, id);
    const report = { disputeNo, state, amount: "9.90 USD", reason: "fraud", dueAt: null };
    await noteDispute(tx, { id, orderNo }, report, "test");
  });

/** Pays a whole order of one unit back outside the shop. */
export const refundByHand = async (orderNo: string, more: Partial<RefundRequest> = {}) =>
  refundOrder(await anAdmin(), aClient(), {
    orderNo,
    amountCents: 990n,
    method: "manual",
    reason: null,
    ...more,
  });

export const getOrder = (orderId: number) =>
  db().order.findUniqueOrThrow({
    where: { id: orderId },
    include: { items: { include: { fulfillment: { include: { secrets: true } }, secrets: true } } },
  });

/** The buyer gets another key for the first one. */
export async function replaceFirstKey(orderNo: string): Promise<void> {
  const [key] = (await getAdminOrder(orderNo)).keys;
  const secretId = key?.secret_id ?? 0;
  await replaceSecret({ actor: await anAdmin(), client: aClient(), orderNo }, { secretId, reason: "used" });
}

/** Every secret is free or belongs to one order, and the counters say the same. */
export async function stockOf(skuId: number) {
  const [counter, groups] = await Promise.all([
    db().skuStock.findUniqueOrThrow({ where: { skuId } }),
    db().secret.groupBy({ by: ["status"], where: { skuId }, _count: true }),
  ]);
  const rows = Object.fromEntries(groups.map((group) => [group.status, group._count]));
  return {
    counters: { available: counter.available, reserved: counter.reserved, sold: counter.sold },
    rows: { available: rows.available ?? 0, reserved: rows.reserved ?? 0, sold: rows.sold ?? 0 },
  };
}

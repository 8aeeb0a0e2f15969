import { describe, expect } from "vitest";
import { confirmPaid } from "@/lib/checkout/receive/confirm-paid";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";
import { closeOrder } from "@/lib/orders/close-order";
import { anOrder } from "../../support/builders/orders";
import { aChannel, aPayment } from "../../support/builders/payments";
import { aClient, anAdmin, aProduct, aUser } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { giveBalance } from "../../support/builders/wallet";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { anOrderBody, aPaidBody, mainSite } from "../../support/fakes/main-site";
import { byPath, notifier } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

type Sku = { id: number; productId: number };

interface Paid {
  orderId: number;
  /** Reads the shop's revenue from the ledger. */
  revenue: bigint;
  kind?: "paid_late";
  isHeld?: boolean;
}

const price = 990n;
const staff = async () => ({ actor: await anAdmin(), client: aClient() });
const aGateway = (gateway: FakeGateway) => aChannel({ ...gateway.settings(), confirm_by_query: false });

async function notify(
  gateway: FakeGateway,
  sku: Sku,
  { userId, isLate = false }: { userId?: number; isLate?: boolean } = {},
) {
  const channelId = await aGateway(gateway);
  const { orderId } = await anOrder({ sku, ...(userId === undefined ? {} : { userId }) });
  const { paymentNo } = await aPayment(orderId, channelId);
  if (isLate) await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));
  gateway.pay(paymentNo, "9.90");
  await notifier(gateway)(byPath(channelId), paymentNo);
  return { orderId, revenue: price };
}

async function byAgent(sku: Sku, settlementMode: "trust" | "prepaid" | "hold"): Promise<Paid> {
  const agent = await aSite({ settlementMode });
  const deposit = { direction: "in", amount: 10_000n, remark: "", request_key: crypto.randomUUID() } as const;
  await moveDeposit(await anAdmin(), aClient(), agent.site.id, deposit);
  const main = mainSite(agent);
  const { upstream_order_no: orderNo } = (await main.create(anOrderBody(sku))).data;
  await main.pay(orderNo, aPaidBody("9.90"));
  const { id: orderId } = await db().order.findUniqueOrThrow({ where: { orderNo } });
  return settlementMode === "hold" ? { orderId, revenue: 0n, isHeld: true } : { orderId, revenue: price };
}

/** Everybody who pays, and every way. */
const payers: Record<string, (gateway: FakeGateway, sku: Sku) => Promise<Paid>> = {
  "a guest at a gateway": (gateway, sku) => notify(gateway, sku),
  "a member at a gateway": async (gateway, sku) => notify(gateway, sku, { userId: (await aUser()).id }),
  "a guest after the order was closed": async (gateway, sku) => ({
    ...(await notify(gateway, sku, { isLate: true })),
    kind: "paid_late",
  }),
  "a member from the balance": async (_, sku) => {
    const { id: userId } = await aUser();
    await giveBalance(userId, price);
    return { ...(await anOrder({ sku, userId, useBalance: true })), revenue: price };
  },
  "staff who saw the money": async (_, sku) => {
    const { orderId } = await anOrder({ sku });
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    await confirmPaid(await staff(), { orderNo }, { note: "cash" });
    return { orderId, revenue: price };
  },
  "staff who saw it at the gateway": async (gateway, sku) => {
    const { orderId } = await anOrder({ sku });
    const { paymentNo } = await aPayment(orderId, await aGateway(gateway));
    await confirmPaid(await staff(), { paymentNo }, { note: "seen", reference: `R${orderId}` });
    return { orderId, revenue: price };
  },
  "an agent on trust": (_, sku) => byAgent(sku, "trust"),
  "an agent from a deposit": (_, sku) => byAgent(sku, "prepaid"),
  "an agent who is settled with later": (_, sku) => byAgent(sku, "hold"),
};

const goods: Record<string, () => Promise<Sku>> = {
  "a stored key": async () => (await aProduct({ keys: 2 })).sku,
  "a text": async () => (await aProduct({ kind: "text", units: 3 })).sku,
};

const cases = Object.keys(payers).flatMap((payer) =>
  Object.keys(goods).map((sold) => [payer, sold] as const),
);

const jobsOf = (orderId: number) =>
  db().$queryRaw<{ kind: string }[]>`
    SELECT t.identifier AS kind
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE (j.payload->>'orderId')::int = ${orderId} AND t.identifier IN ('order.paid', 'order.delivered') ORDER BY 1`;

async function revenueOf(orderNo: string): Promise<bigint> {
  const { _sum } = await db().ledgerEntry.aggregate({
    where: { transfer: { reference: orderNo }, account: { kind: "shop_revenue" } },
    _sum: { amountCents: true },
  });
  return _sum.amountCents ?? 0n;
}

describe("what follows from a payment", () => {
  it.for(cases)("is the same when %s pays for %s", async ([payer, sold], { gateway }) => {
    const sku = await (goods[sold] as () => Promise<Sku>)();
    const {
      orderId,
      revenue,
      kind = "paid",
      isHeld = false,
    } = await (payers[payer] as (typeof payers)[string])(gateway, sku);
    const order = await db().order.findUniqueOrThrow({
      where: { id: orderId },
      include: { events: { orderBy: { id: "asc" } }, items: { include: { fulfillment: true } } },
    });
    expect([order.status, order.paymentStatus, order.fulfillmentStatus]).toEqual(
      isHeld ? ["paid", "paid", "held"] : ["delivered", "paid", "ready"],
    );
    expect([order.paidAt, order.closedAt, order.deliveredAt]).toEqual([
      expect.any(Date),
      null,
      isHeld ? null : expect.any(Date),
    ]);
    const told = ["paid", "paid_late", "delivered", "held"];
    expect(order.events.map((event) => event.kind).filter((one) => told.includes(one))).toEqual([
      kind,
      isHeld ? "held" : "delivered",
    ]);
    expect((await jobsOf(orderId)).map((job) => job.kind)).toEqual(
      isHeld ? ["order.paid"] : ["order.delivered", "order.paid"],
    );
    expect(await revenueOf(order.orderNo)).toBe(revenue);
    const { reserved, sold: count } = await db().skuStock.findUniqueOrThrow({ where: { skuId: sku.id } });
    expect([reserved, count]).toEqual(isHeld ? [1, 0] : [0, 1]);
  });
});

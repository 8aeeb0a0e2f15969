import { randomInt } from "node:crypto";
import { minutesFromNow } from "@/lib/core/clock";
import { isAppError } from "@/lib/core/errors";
import { newRechargeNo } from "@/lib/core/ids";
import { setLogLevel } from "@/lib/core/process/log";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeOrder } from "@/lib/orders/close-order";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { redeemGiftCard } from "@/lib/wallet/gift-cards/redeem-gift-card";
import { settleRecharge } from "@/lib/wallet/recharges/settle-recharge";
import { anOrder, pay } from "../builders/orders";
import { aClient, type anAdmin } from "../builders/products";

/** Task of the process that is killed again and again: writes into the same five wallets (O13). */
export interface BankTask {
  writers: number;
  users: { id: number; email: string }[];
  skus: { id: number; productId: number }[];
  codes: string[];
  admin: Awaited<ReturnType<typeof anAdmin>>;
}

const pick = <T>(list: readonly T[]): T => {
  const chosen = list[randomInt(list.length)];
  if (chosen === undefined) throw new Error("Nothing to pick from");
  return chosen;
};

const operations: ((task: BankTask) => Promise<unknown>)[] = [
  async function recharge({ users }) {
    const { id } = await db().recharge.create({
      data: {
        rechargeNo: newRechargeNo(),
        userId: pick(users).id,
        amountCents: BigInt(randomInt(1, 1500)),
        currency: "USD",
        expireAt: minutesFromNow(15),
      },
    });
    // A gateway that says it twice at once.
    const settle = () => inTransaction((tx) => settleRecharge(tx, { rechargeId: id }));
    await Promise.all([settle(), settle()]);
  },
  async function buy({ users, skus }) {
    const user = pick(users);
    await anOrder({
      sku: pick(skus),
      quantity: randomInt(1, 4),
      userId: user.id,
      email: user.email,
      useBalance: true,
    });
  },
  async function payRest() {
    const order = await db().order.findFirst({
      where: { status: "pending_payment" },
      orderBy: { id: "desc" },
    });
    if (order) await pay(order.id);
  },
  async function cancel() {
    const order = await db().order.findFirst({
      where: { status: "pending_payment" },
      orderBy: { id: "asc" },
    });
    if (order) await inTransaction((tx) => closeOrder(tx, order.id, "canceled", "test"));
  },
  async function payLate() {
    const order = await db().order.findFirst({ where: { status: "canceled" }, orderBy: { id: "desc" } });
    if (order) await pay(order.id);
  },
  async function refund({ admin }) {
    const order = await db().order.findFirst({
      where: { paymentStatus: { in: ["paid", "partially_refunded"] } },
      orderBy: { id: randomInt(2) ? "desc" : "asc" },
    });
    if (!order) return;
    const left = order.amountCents - order.refundedCents;
    const amountCents = randomInt(2) ? left : left / 2n + 1n;
    await refundOrder(admin, aClient(), {
      orderNo: order.orderNo,
      amountCents,
      method: "wallet",
      reason: null,
    });
  },
  async function redeem({ users, codes }) {
    const actor = { kind: "user", userId: pick(users).id, sessionId: "-" } as const;
    await redeemGiftCard(actor, aClient(), { code: pick(codes) });
  },
];

async function write(task: BankTask): Promise<never> {
  for (;;) {
    try {
      await pick(operations)(task);
    } catch (error) {
      // Refused is an answer; anything else is a finding.
      if (!isAppError(error)) process.send?.({ error: String(error) });
    }
    process.send?.({ done: 1 });
  }
}

setLogLevel("silent");
process.on("message", (task: BankTask) => {
  for (let n = 0; n < task.writers; n++) void write(task);
});
process.send?.({ ready: true });

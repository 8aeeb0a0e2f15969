import { spendMoneyLimit } from "../../accounts/staff/roles/money-limit";
import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import type { Cents } from "../../core/money";
import type { Order, Payment, Recharge } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { type LockedOrder, lockOrder, markOrderPaid } from "../../orders/mark-order-paid";
import { recordEvent } from "../../orders/record-event";
import type { ConfirmPaid } from "../../payments/confirmations/schema";
import { acceptPaymentEvent } from "../../payments/events/record-event";
import { postTransfer } from "../../wallet/post-transfer";
import { applyPayment, lockPayment } from "./apply-payment";

interface Staff {
  actor: AdminActor;
  client: ClientInfo;
}

/** Target of a person's confirmation: one payment at its gateway, or an order that was paid outside any gateway. */
export type ConfirmedTarget = { paymentNo: string } | { orderNo: string };

type Said = Omit<ConfirmPaid, "payment_no">;

type Owner = { orderId: number; orderNo: string } | { rechargeId: number; rechargeNo: string };

interface Confirmed {
  owner: Owner;
  amountCents: Cents;
  payment: Pick<Payment, "id" | "paymentNo"> | null;
}

const tradeNoUsed = () => new AppError("state_conflict", "trade_no_used", { field: "reference" });

/** A picture belongs to one confirmation. */
async function requireProof(tx: Tx, id: string): Promise<void> {
  const proof = await tx.paymentProof.findUnique({
    where: { id },
    select: { confirmation: { select: { id: true } } },
  });
  if (!proof) throw new AppError("malformed", "not_valid", { field: "proof_id" });
  if (proof.confirmation) throw new AppError("state_conflict", "proof_used", { field: "proof_id" });
}

/** The row, the line in the order's history and the audit log: who saw what, and where. */
async function recordConfirmation(
  tx: Tx,
  { actor, client }: Staff,
  { owner, payment, amountCents }: Confirmed,
  { note, reference, proof_id }: Said,
): Promise<void> {
  if (proof_id !== undefined) await requireProof(tx, proof_id);
  await tx.paymentConfirmation.create({
    data: {
      ...("orderId" in owner ? { orderId: owner.orderId } : { rechargeId: owner.rechargeId }),
      paymentId: payment?.id ?? null,
      amountCents,
      reference: reference ?? null,
      note,
      proofId: proof_id ?? null,
      createdById: actor.staffId,
      createdAt: now(),
    },
  });
  const data = {
    note,
    ...(reference === undefined ? {} : { reference }),
    ...(payment ? { payment_no: payment.paymentNo } : {}),
    ...(proof_id === undefined ? {} : { proof_id }),
  };
  if ("orderId" in owner)
    await recordEvent(tx, {
      orderId: owner.orderId,
      kind: "payment_confirmed",
      actor: actorName(actor),
      data,
    });
  await recordAudit(tx, actor, client, {
    ...("orderId" in owner
      ? { action: "order.confirm_paid", target: `order:${owner.orderNo}` }
      : { action: "recharge.confirm_paid", target: `recharge:${owner.rechargeNo}` }),
    data,
  });
}

/** The money came to the shop in another way than by a gateway. */
async function confirmOutside(
  tx: Tx,
  staff: Staff,
  { id: orderId, orderNo, ...order }: Order,
  said: Said,
): Promise<void> {
  if (order.siteId !== null) throw new AppError("state_conflict", "agent_pays");
  const locked = await lockOrder(tx, orderId);
  requireUnpaidOrder(locked);
  const amountCents = locked.amountCents - locked.walletPaidCents;
  await spendMoneyLimit(tx, staff.actor, amountCents);
  await recordConfirmation(tx, staff, { owner: { orderId, orderNo }, payment: null, amountCents }, said);
  const outcome = await markOrderPaid(tx, locked, { actor: actorName(staff.actor), isPriceSettled: true });
  // When the order closed, its part from the balance was given back, and the balance no longer covers it.
  if (outcome === "overpaid") throw new AppError("state_conflict", "order_not_payable");
  if (amountCents === 0n) return;
  await postTransfer(tx, {
    type: "order_pay",
    reasonKey: `confirm:${orderNo}`,
    reference: orderNo,
    remark: said.note,
    createdById: staff.actor.staffId,
    entries: [
      { account: { kind: "shop_clearing" }, amountCents: -amountCents },
      { account: { kind: "shop_revenue" }, amountCents },
    ],
  });
}

/** An order that expired or was canceled can still be confirmed as paid. One that is paid cannot. */
function requireUnpaidOrder({ status }: LockedOrder): void {
  if (status !== "pending_payment" && status !== "expired" && status !== "canceled")
    throw new AppError("state_conflict", "order_paid");
}

type WithOwner = Payment & { order: Order | null; recharge: Recharge | null };

function ownerOf({ order, recharge }: WithOwner): Owner {
  if (order) return { orderId: order.id, orderNo: order.orderNo };
  if (recharge) return { rechargeId: recharge.id, rechargeNo: recharge.rechargeNo };
  throw new Error("A payment without an owner");
}

/** The same steps as for a notification of the gateway: a row that can be taken once, payment, order or recharge, ledger. */
async function confirmAtGateway(tx: Tx, staff: Staff, payment: WithOwner, said: Said): Promise<void> {
  const { reference } = said;
  if (reference === undefined) throw new AppError("malformed", "required", { field: "reference" });
  const locked = await lockPayment(tx, payment);
  if (locked.state === "paid") throw new AppError("state_conflict", "payment_paid");
  if (locked.order) requireUnpaidOrder(locked.order);
  if (payment.rechargeId !== null) {
    const { status } = await tx.recharge.findUniqueOrThrow({
      where: { id: payment.rechargeId },
      select: { status: true },
    });
    if (status === "paid") throw new AppError("state_conflict", "recharge_paid");
  }
  const { channelId, amountCents } = payment;
  if (await tx.payment.count({ where: { channelId, tradeNo: reference } })) throw tradeNoUsed();
  await spendMoneyLimit(tx, staff.actor, amountCents);
  const event = {
    channelId,
    paymentId: payment.id,
    source: "operator" as const,
    verdict: "accepted" as const,
    tradeNo: reference,
    redacted: `${actorName(staff.actor)}\n${said.note}`,
    ip: staff.client.ip,
    requestId: staff.client.requestId,
  };
  if (!(await acceptPaymentEvent(tx, event, `${channelId}:${payment.paymentNo}:${reference}`)))
    throw tradeNoUsed();
  await recordConfirmation(tx, staff, { owner: ownerOf(payment), payment, amountCents }, said);
  const money = { payment, tradeNo: reference, actor: actorName(staff.actor), isPriceSettled: true };
  await applyPayment(tx, money, locked);
}

async function findPayment(tx: Tx, paymentNo: string, orderNo?: string): Promise<WithOwner> {
  const payment = await tx.payment.findUnique({
    where: { paymentNo },
    include: { order: true, recharge: true },
  });
  if (!payment || (orderNo !== undefined && payment.order?.orderNo !== orderNo)) throw notFound("payment");
  return payment;
}

/** @throws AppError `not_found`, `malformed`, `state_conflict`, `forbidden` above a limit */
export async function confirmPaidIn(
  tx: Tx,
  staff: Staff,
  target: ConfirmedTarget,
  { payment_no, ...said }: ConfirmPaid,
): Promise<void> {
  if ("paymentNo" in target)
    return confirmAtGateway(tx, staff, await findPayment(tx, target.paymentNo), said);
  const order = await tx.order.findUnique({ where: { orderNo: target.orderNo } });
  if (!order) throw notFound("order");
  if (payment_no === undefined) return confirmOutside(tx, staff, order, said);
  return confirmAtGateway(tx, staff, await findPayment(tx, payment_no, order.orderNo), said);
}

/** Staff saw the money: it is booked, and what it was for is done, as if the gateway had said so. */
export async function confirmPaid(staff: Staff, target: ConfirmedTarget, said: ConfirmPaid): Promise<void> {
  try {
    await inTransaction((tx) => confirmPaidIn(tx, staff, target, said));
  } catch (error) {
    // The number was taken by another payment at the same moment.
    if (isUniqueViolation(error, "payments_channel_id_trade_no_key")) throw tradeNoUsed();
    if (isUniqueViolation(error, "payment_confirmations_proof_id_key"))
      throw new AppError("state_conflict", "proof_used", { field: "proof_id" });
    throw error;
  }
}

import { now } from "../../../core/clock";
import { formatMoney } from "../../../core/money";
import { note } from "../../../core/refusals/noted";
import { problem } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { isDeliveryFrozen } from "../../../orders/disputes";
import { callMainSite, getMainSite, type MainSite, type MainSiteAnswer } from "../main-site-client";
import { paidOrder } from "../schema";
import { countPayment } from "../sql/open-payments";
import { movePurchase } from "./move";
import {
  applyRead,
  failPurchase,
  failRefusedPurchase,
  holdDisputed,
  holdStopped,
  readAndApply,
  renewPurchase,
  rescheduleStep,
  withLockedPurchase,
} from "./poll";
import { reservePurchase } from "./reserve";
import { stopsForTerms } from "./terms";

interface Payable {
  id: number;
  upstreamOrderNo: string;
  amountCents: bigint;
  paymentRef: string;
  buyerPaidAt: Date;
}

const reportPaid = (site: MainSite, purchase: Payable) =>
  callMainSite(site, {
    method: "POST",
    path: `/api/v1/upstream/orders/${encodeURIComponent(purchase.upstreamOrderNo)}/paid`,
    body: {
      downstream_payment_id: purchase.paymentRef,
      paid_amount: formatMoney(purchase.amountCents),
      paid_at: purchase.buyerPaidAt.toISOString(),
    },
    answer: paidOrder,
  });

/** `downstream_payment_id`: our payment, and which purchase of it, since one payment may pay several. Fixed at the first try. */
async function paymentRefOf(orderId: number, downstreamOrderNo: string): Promise<string> {
  const payment = await db().payment.findFirst({
    where: { orderId, state: "paid" },
    orderBy: { id: "asc" },
    select: { paymentNo: true },
  });
  return `${payment?.paymentNo ?? "B"}:${downstreamOrderNo}`;
}

type NotYet = "place" | "disputed" | "stopped";

async function findPayable(
  purchaseId: number,
): Promise<(Payable & { connectionId: number; readsFirst: boolean }) | NotYet | null> {
  const row = await db().purchase.findUnique({
    where: { id: purchaseId },
    include: {
      connection: { select: { currency: true } },
      orderItem: {
        include: { order: { select: { id: true, paidAt: true } }, fulfillment: { select: { status: true } } },
      },
    },
  });
  if (row?.status !== "paying") return null;
  if (row.stopped !== null) return "stopped";
  if (row.orderItem.fulfillment?.status !== "processing") return null;
  if (await isDeliveryFrozen(db(), row.orderItem.order.id)) return "disputed";
  if (row.upstreamOrderNo === null || row.amountCents === null) return "place";
  // An amount that was agreed in another currency is another amount.
  const told = { currency: row.connection.currency ?? undefined };
  if (await stopsForTerms(row.id, told, { isPaid: false })) return "stopped";
  return {
    id: row.id,
    readsFirst: row.answered !== null,
    connectionId: row.connectionId,
    upstreamOrderNo: row.upstreamOrderNo,
    amountCents: row.amountCents,
    paymentRef: row.paymentRef ?? (await paymentRefOf(row.orderItem.order.id, row.downstreamOrderNo)),
    buyerPaidAt: row.orderItem.order.paidAt ?? now(),
  };
}

/** Our buyer was refunded or served otherwise meanwhile: nothing more is paid, and what may have been paid is looked for. */
async function closeUnwanted(purchaseId: number): Promise<void> {
  const row = await db().purchase.findUnique({ where: { id: purchaseId } });
  if (row?.status !== "paying") return;
  const { upstreamOrderNo } = row;
  const isOver =
    upstreamOrderNo === null ||
    row.paymentRef === null ||
    (await readAndApply(
      await getMainSite(row.connectionId),
      { id: purchaseId, upstreamOrderNo },
      { knownPaid: false },
    ));
  if (!isOver) return;
  await withLockedPurchase(purchaseId, (tx) =>
    movePurchase(tx, purchaseId, "superseded", { lastError: note(problem("not_wanted_any_more")) }),
  );
}

type Refused = Extract<MainSiteAnswer<unknown>, { result: "refused" }>;

async function applyRefusedPayment(site: MainSite, payable: Payable, answer: Refused): Promise<void> {
  const { id } = payable;
  const { problem: reason } = answer;
  // An envelope that contradicts its HTTP status, and one of no known code, say nothing of the payment.
  if (!answer.isDefinite || answer.code === 4090) {
    const isUnpaid = await readAndApply(site, payable, {
      knownPaid: false,
      isConflict: answer.isDefinite && answer.code === 4090,
    });
    return isUnpaid ? rescheduleStep(id, reason) : undefined;
  }
  if (answer.code === 4004 || answer.code === 4099) return renewPurchase(id, reason);
  if (answer.code === 4001) return failRefusedPurchase(id, problem("main_site_refuses_payment", { reason }));
  await rescheduleStep(id, reason, { retryAfterSeconds: answer.retryAfterSeconds, isRefused: true });
}

/** Our buyer has paid: orders at the main site if that is still to be done, and reports the payment. */
export async function payPurchase(purchaseId: number): Promise<void> {
  let payable = await findPayable(purchaseId);
  if (payable === "stopped") return holdStopped(purchaseId);
  if (payable === "place") {
    const placed = await reservePurchase(purchaseId);
    if (placed.result === "short") return failPurchase(purchaseId, problem("main_site_out_of_stock"));
    if (placed.result === "refused")
      return failPurchase(purchaseId, problem("main_site_refuses_order", { reason: placed.problem }));
    if (placed.result === "lost") return rescheduleStep(purchaseId, placed.problem, placed);
    if (placed.result === "differs") {
      await stopsForTerms(purchaseId, placed.told, { isPaid: false });
      return holdStopped(purchaseId);
    }
    payable = await findPayable(purchaseId);
    if (payable === "stopped") return holdStopped(purchaseId);
  }
  if (payable === null) return closeUnwanted(purchaseId);
  if (payable === "disputed") return holdDisputed(purchaseId);
  if (payable === "place") return;
  const site = await getMainSite(payable.connectionId);
  const isChecked = !payable.readsFirst || (await readAndApply(site, payable, { knownPaid: false }));
  if (!isChecked) return;
  const paymentRef = await countPayment(db(), purchaseId, payable.paymentRef);
  if (paymentRef === null) return;
  const answer = await reportPaid(site, { ...payable, paymentRef });
  if (answer.result === "refused") return applyRefusedPayment(site, payable, answer);
  if (answer.result === "ok") {
    await applyRead(purchaseId, answer.data, { knownPaid: true });
    return;
  }
  const isUnpaid = await readAndApply(site, payable, { knownPaid: false });
  if (isUnpaid) await rescheduleStep(purchaseId, answer.problem);
}

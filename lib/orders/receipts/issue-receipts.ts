import { addSeconds, now } from "../../core/clock";
import { findTaxRate, taxIn } from "../../core/rate";
import { db } from "../../db/client";
import type { Prisma, Receipt } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { getSettings, readSettings } from "../../settings/queries";
import type { Settings } from "../../settings/types";
import { findOrdersWithoutReceipt, lockReceiptSeries } from "../sql/receipts";
import { sellerOf } from "./seller";

const orderSelect = {
  id: true,
  currency: true,
  country: true,
  amountCents: true,
  createdAt: true,
  paidAt: true,
  receipts: true,
  payments: { where: { disposition: { in: ["applied", "late"] } }, select: { feeCents: true } },
  refunds: {
    where: { paymentId: null },
    orderBy: { id: "asc" },
    select: { id: true, amountCents: true },
  },
} satisfies Prisma.OrderSelect;
type ReceiptOrder = Prisma.OrderGetPayload<{ select: typeof orderSelect }>;

type NewReceipt = Omit<Prisma.ReceiptCreateManyInput, "sequence" | "number">;

/** Gives the next numbers of a series, in the order of the list. The series is locked since `last` was read. */
async function write(
  tx: Tx,
  rows: readonly NewReceipt[],
  { kind, last, prefix }: { kind: Receipt["kind"]; last: number; prefix: string },
): Promise<void> {
  if (rows.length === 0) return;
  await tx.receipt.createMany({
    data: rows.map((row, index) => {
      const sequence = last + index + 1;
      return { ...row, sequence, number: `${prefix}${String(sequence).padStart(6, "0")}` };
    }),
  });
  await tx.receiptSeries.update({ where: { kind }, data: { lastSequence: last + rows.length } });
}

type RatesAt = (at: Date) => string | null;

/** The rates that were in force at a time: a receipt may be issued after they changed. */
async function readRates(tx: Tx): Promise<RatesAt> {
  const { taxRates } = await readSettings(tx);
  const replaced = await tx.taxRateVersion.findMany({ orderBy: [{ replacedAt: "asc" }, { id: "asc" }] });
  return (at) => {
    const former = replaced.find(({ replacedAt }) => replacedAt > at);
    return former ? former.rates : taxRates;
  };
}

function receiptOf(order: ReceiptOrder, settings: Settings, ratesAt: RatesAt): NewReceipt {
  const rate = findTaxRate(ratesAt(order.paidAt ?? order.createdAt), order.country);
  const grossCents = order.amountCents + order.payments.reduce((sum, { feeCents }) => sum + feeCents, 0n);
  return {
    kind: "receipt",
    orderId: order.id,
    currency: order.currency,
    grossCents,
    taxCents: rate ? taxIn(grossCents, rate.bps) : 0n,
    taxRateBps: rate?.bps ?? null,
    taxCountry: rate ? order.country : null,
    seller: sellerOf(settings),
    issuedAt: now(),
  };
}

/** At the receipt's own rate. Each part's tax is the difference of two rounded sums, so that all parts together are exact. */
function creditNotesOf(
  { refunds, receipts }: ReceiptOrder,
  receipt: Pick<Receipt, "orderId" | "currency" | "taxRateBps" | "taxCountry">,
  settings: Settings,
): NewReceipt[] {
  const known = new Set(receipts.map(({ refundId }) => refundId));
  const tax = (cents: bigint) => (receipt.taxRateBps === null ? 0n : taxIn(cents, receipt.taxRateBps));
  let before = 0n;
  return refunds.flatMap(({ id: refundId, amountCents: grossCents }) => {
    const taxCents = tax(before + grossCents) - tax(before);
    before += grossCents;
    if (known.has(refundId)) return [];
    const { orderId, currency, taxRateBps, taxCountry } = receipt;
    const shared = { orderId, currency, taxRateBps, taxCountry, seller: sellerOf(settings), issuedAt: now() };
    return [{ kind: "credit_note" as const, refundId, grossCents, taxCents, ...shared }];
  });
}

const withReceipts = {
  paymentStatus: { not: "unpaid" },
  buyerKind: { not: "site" },
} satisfies Prisma.OrderWhereInput;

const isReceipt = ({ kind }: { kind: Receipt["kind"] }) => kind === "receipt";

/**
 * Gives these orders, and their refunds, the documents that they lack. The series' rows are the lock, taken in one order by all and held
 * to the end of the transaction: no number is given twice, and none is lost by one that fails.
 */
async function issueIn(tx: Tx, orderIds: readonly number[], settings: Settings): Promise<void> {
  const lastReceipt = await lockReceiptSeries(tx, "receipt");
  const lastNote = await lockReceiptSeries(tx, "credit_note");
  // Read under the lock: who held it before may have issued the same.
  const found = await tx.order.findMany({
    where: { id: { in: [...orderIds] }, ...withReceipts },
    select: orderSelect,
  });
  const places = new Map(orderIds.map((id, place) => [id, place]));
  const orders = found.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  const ratesAt = await readRates(tx);
  const lacking = orders.filter(({ receipts }) => !receipts.some(isReceipt));
  const receipts = lacking.map((order) => receiptOf(order, settings, ratesAt));
  const prefixes = { receipt: settings.receiptPrefix ?? "", note: settings.creditNotePrefix ?? "" };
  await write(tx, receipts, { kind: "receipt", last: lastReceipt, prefix: prefixes.receipt });
  const issued = await tx.receipt.findMany({
    where: { kind: "receipt", orderId: { in: orders.map(({ id }) => id) } },
  });
  const ofOrder = new Map(issued.map((receipt) => [receipt.orderId, receipt]));
  const notes = orders.flatMap((order) => {
    const receipt = ofOrder.get(order.id);
    return receipt ? creditNotesOf(order, receipt, settings) : [];
  });
  await write(tx, notes, { kind: "credit_note", last: lastNote, prefix: prefixes.note });
}

/** The documents of one order, issued now where they were not yet; none for an order that is not paid, or an agent's. */
export async function getReceipts(orderId: number) {
  const settings = await getSettings();
  const read = () =>
    db().receipt.findMany({
      where: { orderId },
      orderBy: { id: "asc" },
      include: { refund: { select: { reason: true } } },
    });
  const [known, refunds, mayHaveSome] = await Promise.all([
    read(),
    db().refund.count({ where: { orderId, paymentId: null } }),
    db().order.count({ where: { id: orderId, ...withReceipts } }),
  ]);
  if (mayHaveSome === 0 || known.length === refunds + 1) return known;
  await inTransaction((tx) => issueIn(tx, [orderId], settings));
  return read();
}

const slice = 200;
/** A transaction that was open while the last turn looked had its time of payment before. */
const overlapSeconds = 3_600;
/** The clocks of several processes differ a little. */
const settleSeconds = 60;

/**
 * Gives everything that was paid or refunded up to a minute ago its number, oldest first. How far it came is kept by the job alone,
 * which does not run on a host with a wrong clock.
 */
export async function issueWaitingReceipts({ isExport = false } = {}): Promise<void> {
  const settings = await getSettings();
  const to = addSeconds(now(), -settleSeconds);
  for (;;) {
    const isDone = await inTransaction(async (tx) => {
      await lockReceiptSeries(tx, "receipt");
      const { doneUntil } = await tx.receiptSeries.findUniqueOrThrow({ where: { kind: "receipt" } });
      const from = doneUntil ? addSeconds(doneUntil, -overlapSeconds) : new Date(0);
      const orderIds = await findOrdersWithoutReceipt(tx, { from, to, limit: slice });
      await issueIn(tx, orderIds, settings);
      if (orderIds.length === slice) return false;
      if (!isExport) await tx.receiptSeries.update({ where: { kind: "receipt" }, data: { doneUntil: to } });
      return true;
    });
    if (isDone) return;
  }
}

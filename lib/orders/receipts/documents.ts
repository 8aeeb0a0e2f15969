import type { GuestActor, UserActor } from "../../acts/actor";
import { notFound } from "../../core/errors";
import { orderNoPattern } from "../../core/ids";
import type { Locale } from "../../core/locale";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import { getOwnOrderId } from "../queries";
import { getReceipts } from "./issue-receipts";
import type { ReceiptDocument } from "./schema";
import { readSeller } from "./seller";

/** As a person writes it: `19`, `7.5`. */
export const percentOf = (bps: number): string => String(bps / 100);

async function documentsOf(orderId: number, locale: Locale): Promise<ReceiptDocument[]> {
  const rows = await getReceipts(orderId);
  const receiptNumber = rows.find(({ kind }) => kind === "receipt")?.number ?? null;
  return rows.map((row) => ({
    kind: row.kind,
    number: row.number,
    issuedAt: toTime(row.issuedAt),
    receiptNumber: row.kind === "credit_note" ? receiptNumber : null,
    reason: row.refund?.reason ?? null,
    seller: readSeller(row.seller, locale),
    gross: toMoney(row.grossCents),
    net: toMoney(row.grossCents - row.taxCents),
    tax: toMoney(row.taxCents),
    taxRate: row.taxRateBps === null ? null : percentOf(row.taxRateBps),
    taxCountry: row.taxCountry,
  }));
}

/** The documents of the caller's own order, the receipt first; none before it is paid. @throws AppError `not_found` */
export const getOwnReceipts = async (
  actor: GuestActor | UserActor,
  orderNo: string,
  locale: Locale,
): Promise<ReceiptDocument[]> => documentsOf(await getOwnOrderId(actor, orderNo), locale);

/** The same for staff. @throws AppError `not_found` */
export async function getReceiptsOfOrder(orderNo: string, locale: Locale): Promise<ReceiptDocument[]> {
  const order = orderNoPattern.test(orderNo)
    ? await db().order.findUnique({ where: { orderNo }, select: { id: true } })
    : null;
  if (!order) throw notFound("order");
  return documentsOf(order.id, locale);
}

import { minutesFromNow } from "../../core/clock";
import { wallTimeIn } from "../../core/days";
import { db } from "../../db/client";
import { queueMail } from "../../notifications/mails/queue-mail";
import { hasMailServer } from "../../notifications/server/mail-server";
import { getSettings } from "../../settings/queries";
import { findUnpaidWithoutMail } from "../sql/open-orders";
import { findMailable, linesOf, receiptOf } from "./mailable-order";

async function queueOpen(orderId: number): Promise<boolean> {
  const order = await findMailable(db(), orderId);
  if (order?.detail.status !== "pending_payment") return false;
  const { detail, to, locale, link } = order;
  const receipt = receiptOf(detail);
  const { timeZone } = await getSettings();
  const until = wallTimeIn(new Date(detail.expire_at), timeZone).replace("T", " ");
  const data = { receipt, lines: linesOf(detail), until, url: link.url };
  const about = { dedupeKey: `order.open:${orderId}`, reference: receipt.orderNo };
  return queueMail(db(), { kind: "order_open", to, locale, data, guestToken: link.guestToken, ...about });
}

const patienceMinutes = 5;
/** Too late to be read and paid. */
const leastMinutes = 2;
const openBatch = 100;

/** One mail to each buyer who has not paid after some minutes, where the operator wants it. @returns how many */
export async function mailOpenOrders(): Promise<number> {
  const { openOrderMail } = await getSettings();
  if (!openOrderMail || !(await hasMailServer())) return 0;
  const ids = await findUnpaidWithoutMail(db(), {
    placedBefore: minutesFromNow(-patienceMinutes),
    openAfter: minutesFromNow(leastMinutes),
    limit: openBatch,
  });
  let sent = 0;
  for (const id of ids) if (await queueOpen(id)) sent += 1;
  return sent;
}

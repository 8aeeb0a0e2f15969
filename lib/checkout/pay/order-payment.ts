import type { GuestActor, UserActor } from "../../acts/actor";
import { now } from "../../core/clock";
import { db } from "../../db/client";
import { getOwnOrderId } from "../../orders/queries";
import { findOpenPayment } from "../../payments/queries";
import type { PaymentView } from "../../payments/schema";

/** The payment that the caller can go on with for their own order. @throws AppError `not_found` */
export async function findOpenOrderPayment(
  actor: GuestActor | UserActor,
  orderNo: string,
): Promise<PaymentView | null> {
  const orderId = await getOwnOrderId(actor, orderNo);
  const payment = await findOpenPayment(db(), { orderId }, now());
  // A gateway that is just being asked has left nothing yet that could be opened.
  const hasLink = payment && (payment.pay_url !== null || payment.qr_code !== null || payment.form !== null);
  return hasLink ? payment : null;
}

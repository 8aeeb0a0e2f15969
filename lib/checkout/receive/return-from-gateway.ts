import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { checkPayment } from "./query-payment";

/** A person waits at an empty page meanwhile: what the gateway has not said by then, the pay page finds out. */
const patienceMs = 2_500;

/**
 * The buyer's browser came back (C33): asks the gateway, trusts nothing in the address, and says where to go on.
 * @returns a path of the shop.
 */
export async function returnFromGateway(paymentNo: string): Promise<string> {
  const payment = await db().payment.findUnique({
    where: { paymentNo },
    select: { order: { select: { orderNo: true } }, recharge: { select: { rechargeNo: true } } },
  });
  if (!payment) return "/";
  const checked = checkPayment(paymentNo).catch((error: unknown) => {
    log.error({ error, payment_no: paymentNo }, "the return from the gateway could not be checked");
    return null;
  });
  await Promise.race([checked, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())]);
  if (payment.order) return `/pay/${payment.order.orderNo}?returned`;
  return `/account/wallet?recharge=${payment.recharge?.rechargeNo ?? ""}`;
}

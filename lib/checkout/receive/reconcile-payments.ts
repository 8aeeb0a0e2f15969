import { addSeconds, now } from "../../core/clock";
import { db } from "../../db/client";
import { movePayment } from "../../payments/move-payment";
import { nextQueryAt, type Scheduled } from "../../payments/query-schedule";
import { countQuestion } from "../sql/asked-payment";
import { enqueueDueQueries } from "../sql/due-queries";
import { askGateway } from "./query-payment";

/** Plans the next question to the gateway, or closes a payment whose time is over. */
async function scheduleQuery(payment: Scheduled & { id: number }): Promise<void> {
  const at = nextQueryAt(payment, now());
  if (!at) {
    await movePayment(db(), payment.id, { to: "closed" });
    return;
  }
  await db().payment.updateMany({
    where: { id: payment.id, state: "pending" },
    data: { nextQueryAt: at },
  });
}

/** One turn of the reconciler for one payment (C33): a lost notification is found here. */
export async function reconcilePayment(paymentId: number): Promise<void> {
  const [payment] = await countQuestion(db(), { paymentId, at: now() });
  if (payment && (await askGateway(payment)) === "pending") await scheduleQuery(payment);
}

/** How long a job may take until another one asks in its place. */
const leaseSeconds = 300;
/** Jobs a turn: what a gateway was down for is asked over several turns. */
const batch = 500;

/**
 * Adds a job for each payment whose gateway is to be asked now. Most are paid before their first question and never have a
 * job. @returns how many
 */
export function enqueueQueries(): Promise<number> {
  const at = now();
  return enqueueDueQueries(db(), at, addSeconds(at, leaseSeconds), batch);
}

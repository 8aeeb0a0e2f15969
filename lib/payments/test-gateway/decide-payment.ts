import { now, secondsFromNow } from "../../core/clock";
import { notFound } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { isTestGatewayOn } from "./availability";
import { notifyShop, signedResult, withQuery } from "./notify-shop";

export const decisions = { pay: "paid", fail: "failed", close: "closed" } as const;
export type Decision = keyof typeof decisions;

export const isDecision = (value: unknown): value is Decision =>
  typeof value === "string" && Object.hasOwn(decisions, value);

const retryAfterSeconds = 10;

/**
 * A person clicked. A payment is decided once; the notification goes out at once, and by a job again until the shop has
 * said `success`. @returns where the browser goes next.
 */
export async function decideTestPayment(tradeNo: string, decision: Decision): Promise<string> {
  if (!(await isTestGatewayOn(db()))) throw notFound("payment");
  const payment = await db().testGatewayPayment.findUnique({ where: { tradeNo } });
  if (!payment) throw notFound("payment");
  await inTransaction(async (tx) => {
    const { count } = await tx.testGatewayPayment.updateMany({
      where: { tradeNo, status: "waiting" },
      data: { status: decisions[decision], paidAt: decision === "pay" ? now() : null },
    });
    if (count === 0 || decision !== "pay") return;
    const runAt = secondsFromNow(retryAfterSeconds);
    await enqueue(
      tx,
      "test_gateway.notify",
      { tradeNo },
      { runAt, jobKey: `test_gateway.notify:${tradeNo}` },
    );
  });
  const decided = await db().testGatewayPayment.findUniqueOrThrow({ where: { tradeNo } });
  if (decided.status !== "paid") return decided.returnUrl;
  await notifyShop(tradeNo);
  return withQuery(decided.returnUrl, signedResult(decided));
}

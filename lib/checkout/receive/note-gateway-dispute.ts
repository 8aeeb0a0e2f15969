import { disputeReason } from "../../core/refusals/noted";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { noteDispute } from "../../orders/disputes";
import { lockOrder } from "../../orders/mark-order-paid";
import type { Channel } from "../../payments/channels/channel-account";
import type { GatewayDispute } from "../../payments/provider";

/** A dispute of a trade that is none of ours is another business of the same account. */
export async function noteGatewayDispute(
  { id: channelId, provider }: Channel,
  { tradeNo, ...report }: GatewayDispute,
): Promise<void> {
  const payment = await db().payment.findFirst({
    where: { channelId, tradeNo },
    select: {
      order: { select: { id: true, orderNo: true } },
      recharge: { select: { rechargeNo: true } },
    },
  });
  if (!payment) return;
  const { order, recharge } = payment;
  await inTransaction(async (tx) => {
    if (order) {
      await lockOrder(tx, order.id);
      await noteDispute(tx, order, report, `gateway:${provider.code}`);
      return;
    }
    // Balance that was spent cannot be frozen; the operator decides about the account.
    if (!recharge || report.state === "won") return;
    await raiseAlert(tx, {
      kind: "payment.recharge_disputed",
      data: {
        rechargeNo: recharge.rechargeNo,
        amount: report.amount,
        reason: disputeReason(report.reason),
        state: report.state,
      },
      reference: recharge.rechargeNo,
    });
  });
}

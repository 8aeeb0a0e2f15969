import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { recordAudit } from "../../accounts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { moveCallbacks } from "./move-callback";

/**
 * Sends a callback again from the beginning of the schedule, whatever became of it, also to an address that was switched
 * off: the operator wants to see whether it works now.
 */
export async function resendCallback(
  actor: AdminActor,
  client: ClientInfo,
  callbackId: number,
): Promise<void> {
  await inTransaction(async (tx) => {
    const callback = await tx.callback.findUnique({ where: { id: callbackId }, include: { site: true } });
    if (!callback) throw notFound("callback");
    if (!callback.site.callbackUrl) throw new AppError("state_conflict", "no_callback_address");
    await moveCallbacks(tx, { id: callbackId }, { to: "pending" });
    await enqueue(tx, "callback.send", { callbackId }, { jobKey: `callback:${callbackId}` });
    await recordAudit(tx, actor, client, {
      action: "callback.resend",
      target: `callback:${callbackId}`,
      data: {},
    });
  });
}

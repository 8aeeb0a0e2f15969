import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { openCallbackBody } from "./queue-callbacks";

/** The bytes that were sent, with the keys in them; that they were shown is audited. */
export async function revealCallback(
  actor: AdminActor,
  client: ClientInfo,
  callbackId: number,
): Promise<{ body: string }> {
  return inTransaction(async (tx) => {
    const row = await tx.callback.findUnique({
      where: { id: callbackId },
      omit: { bodySealed: false },
      include: { order: { select: { orderNo: true } } },
    });
    if (!row) throw notFound("callback");
    await recordAudit(tx, actor, client, {
      action: "callback.reveal",
      target: `callback:${callbackId}`,
      data: { order: row.order.orderNo },
    });
    return { body: openCallbackBody(row.orderEventId, row.bodySealed) };
  });
}

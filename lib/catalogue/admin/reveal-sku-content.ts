import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";
import { openSkuContent } from "../sku-content";

/** Shows staff the goods of a text product; the audit log keeps that they were shown. */
export async function revealSkuContent(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
): Promise<{ content: string }> {
  return inTransaction(async (tx) => {
    const sku = await tx.sku.findUnique({ where: { id: skuId }, select: { id: true, contentSealed: true } });
    if (!sku?.contentSealed) throw notFound("text");
    await recordAudit(tx, actor, client, { action: "sku.reveal", target: `sku:${skuId}` });
    return { content: openSkuContent(sku.id, sku.contentSealed) };
  });
}

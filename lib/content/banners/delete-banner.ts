import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";

/** @throws AppError `not_found` */
export async function deleteBanner(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const banner = await tx.banner.findUnique({ where: { id }, select: { title: true } });
    if (!banner) throw notFound("banner");
    const { count } = await tx.banner.deleteMany({ where: { id } });
    if (count === 0) throw notFound("banner");
    await recordAudit(tx, actor, client, { action: "banner.delete", target: `banner:${id}`, data: banner });
    return { id };
  });
}

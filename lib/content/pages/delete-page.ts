import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";

/** @throws AppError `not_found` */
export async function deletePage(actor: AdminActor, client: ClientInfo, id: number): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const page = await tx.page.findUnique({ where: { id }, select: { slug: true, title: true } });
    if (!page) throw notFound("page");
    const { count } = await tx.page.deleteMany({ where: { id } });
    if (count === 0) throw notFound("page");
    await recordAudit(tx, actor, client, { action: "page.delete", target: `page:${id}`, data: page });
    return { id };
  });
}

import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { notFound } from "../../core/errors";
import { inTransaction } from "../../db/transaction";

/** @throws AppError `not_found` */
export async function deletePost(actor: AdminActor, client: ClientInfo, id: number): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const post = await tx.post.findUnique({ where: { id }, select: { slug: true, title: true } });
    if (!post) throw notFound("post");
    const { count } = await tx.post.deleteMany({ where: { id } });
    if (count === 0) throw notFound("post");
    await recordAudit(tx, actor, client, { action: "post.delete", target: `post:${id}`, data: post });
    return { id };
  });
}

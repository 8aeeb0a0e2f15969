import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { notFound } from "../core/errors";
import { inTransaction } from "../db/transaction";
import { bannerColumns, checkBanner } from "./banner-rules";
import type { BannerPatch } from "./schema";

/** @throws AppError `not_found`, `malformed` */
export async function updateBanner(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: BannerPatch,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT 1 FROM banners WHERE id = ${id} FOR UPDATE`;
    if (!(await tx.banner.findUnique({ where: { id }, select: { id: true } }))) throw notFound("Banner");
    checkBanner(await tx.banner.update({ where: { id }, data: bannerColumns(input) }));
    await recordAudit(tx, actor, client, {
      action: "banner.update",
      target: `banner:${id}`,
      data: { changed: Object.keys(input) },
    });
    return { id };
  });
}

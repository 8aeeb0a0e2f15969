import type { AdminActor, ClientInfo } from "../../acts/actor";
import { auditChanges, changesBetween } from "../../acts/audit-changes";
import { recordAudit } from "../../acts/record-audit";
import { reorderOperation } from "../../acts/reorder-operation";
import { notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { numberRows } from "../../db/sql-pieces";
import { inTransaction } from "../../db/transaction";
import { toAdminBanner } from "../admin-queries";
import type { BannerPatch } from "../schema";
import { lockBanner } from "../sql";
import { bannerColumns, checkBanner } from "./banner-rules";

/** @throws AppError `not_found`, `malformed` */
export async function updateBanner(
  actor: AdminActor,
  client: ClientInfo,
  id: number,
  input: BannerPatch,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    await lockBanner(tx, id);
    const stored = await tx.banner.findUnique({ where: { id } });
    if (!stored) throw notFound("banner");
    requireUnchanged(toAdminBanner(stored), input.seen);
    const columns = bannerColumns(input, stored);
    // Before the UPDATE: the table's own checks would refuse it without naming a field.
    checkBanner({
      linkType: columns.linkType ?? stored.linkType,
      linkUrl: columns.linkUrl === undefined ? stored.linkUrl : columns.linkUrl,
      startsAt: columns.startsAt === undefined ? stored.startsAt : columns.startsAt,
      endsAt: columns.endsAt === undefined ? stored.endsAt : columns.endsAt,
    });
    const after = await tx.banner.update({ where: { id }, data: columns });
    await recordAudit(tx, actor, client, {
      action: "banner.update",
      target: `banner:${id}`,
      data: auditChanges(changesBetween(stored, after)),
    });
    return { id };
  });
}

export const reorderBanners = reorderOperation("banner", "banners", (tx, ids) =>
  numberRows(tx, "banners", ids),
);

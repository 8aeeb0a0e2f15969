import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { mergeTranslations, readTranslations } from "../../core/translations";
import { inTransaction, type Tx } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import type { MemberLevelBody } from "../schema";
import { lockMemberLevel } from "../sql/coupons";
import { memberLevelView } from "../view";
import { touchSkuPrices } from "./touch-sku-prices";

const columns = (body: MemberLevelBody, before?: { translations: unknown }) => ({
  slug: body.slug,
  name: body.name,
  icon: body.icon || null,
  discountPercent: body.discount_percent,
  rechargeThresholdCents: body.recharge_threshold,
  spendThresholdCents: body.spend_threshold,
  isDefault: body.is_default,
  sortOrder: body.sort_order,
  translations: mergeTranslations(before?.translations, body.translations),
  updatedAt: now(),
});

async function changeLevel(tx: Tx, levelId: number, body: MemberLevelBody): Promise<number> {
  await lockMemberLevel(tx, levelId);
  const before = await tx.memberLevel.findUnique({
    where: { id: levelId },
    include: { _count: { select: { sites: true } } },
  });
  if (!before) throw notFound("member_level");
  requireUnchanged(
    {
      ...memberLevelView(before),
      sort_order: before.sortOrder,
      translations: readTranslations(before.translations),
    },
    body.seen,
  );
  await tx.memberLevel.update({ where: { id: levelId }, data: columns(body, before) });
  const isNewForSites = before.discountPercent !== body.discount_percent && before._count.sites > 0;
  if (isNewForSites) await touchSkuPrices(tx, "all");
  return levelId;
}

/**
 * Creates a member level, or changes the one named. Users keep the level they have; a new default replaces the old one.
 * @throws AppError `not_found`, `state_conflict` when the slug is taken
 */
export async function saveMemberLevel(
  actor: AdminActor,
  client: ClientInfo,
  levelId: number | null,
  body: MemberLevelBody,
): Promise<{ id: number }> {
  try {
    return await inTransaction(async (tx) => {
      if (body.is_default) {
        await tx.memberLevel.updateMany({
          where: { isDefault: true, ...(levelId === null ? {} : { id: { not: levelId } }) },
          data: { isDefault: false, updatedAt: now() },
        });
      }
      const id =
        levelId === null
          ? (
              await tx.memberLevel.create({
                data: { ...columns(body), createdAt: now() },
                select: { id: true },
              })
            ).id
          : await changeLevel(tx, levelId, body);
      await recordAudit(tx, actor, client, {
        action: levelId === null ? "member_level.create" : "member_level.update",
        target: `member_level:${id}`,
        data: { slug: body.slug, discount_percent: body.discount_percent },
      });
      return { id };
    });
  } catch (error) {
    if (isUniqueViolation(error, "slug")) {
      throw new AppError("state_conflict", "used_by_level", { field: "slug" });
    }
    throw error;
  }
}

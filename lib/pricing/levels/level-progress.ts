import type { UserActor } from "../../acts/actor";
import { notFound } from "../../core/errors";
import type { Cents } from "../../core/money";
import type { Lang } from "../../core/translations";
import { toMoney } from "../../core/wire";
import { db } from "../../db/client";
import type { LevelProgress } from "../schema";
import { memberLevelView } from "../view";

/** A threshold of 0 is reached by no sum. A refund can leave a sum below one that it had reached before. */
const missing = (threshold: Cents, sum: Cents): string | null =>
  threshold > 0n ? toMoney(threshold > sum ? threshold - sum : 0n) : null;

/**
 * GET /api/v1/me/level: `next` is the lowest level above the member's own that recharging or spending reaches; null where there is
 * none, and for a member whose level an operator has fixed.
 * @throws AppError `not_found`
 */
export async function getLevelProgress({ userId }: UserActor, lang?: Lang): Promise<LevelProgress> {
  const [user, levels] = await Promise.all([
    db().user.findUnique({
      where: { id: userId },
      select: { memberLevelId: true, isLevelFixed: true, rechargedCents: true, spentCents: true },
    }),
    db().memberLevel.findMany({ orderBy: [{ sortOrder: "asc" }, { id: "asc" }] }),
  ]);
  if (!user) throw notFound("account");
  const { memberLevelId, isLevelFixed, rechargedCents, spentCents } = user;
  const held = levels.findIndex(({ id, isDefault }) =>
    memberLevelId === null ? isDefault : id === memberLevelId,
  );
  const next = levels
    .slice(held + 1)
    .find((level) => level.rechargeThresholdCents > 0n || level.spendThresholdCents > 0n);
  const view = (level: (typeof levels)[number]) => ({
    ...memberLevelView(level, lang),
    recharge_missing: missing(level.rechargeThresholdCents, rechargedCents),
    spend_missing: missing(level.spendThresholdCents, spentCents),
  });
  return {
    recharged: toMoney(rechargedCents),
    spent: toMoney(spentCents),
    next: next && !isLevelFixed ? view(next) : null,
  };
}

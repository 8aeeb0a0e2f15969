import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";

interface MemberProgress {
  userId: number;
  rechargedCents?: Cents;
  spentCents?: Cents;
}

/**
 * Adds to what a user has recharged or spent and moves them to the highest level whose threshold that reaches, never
 * down, and never when an operator fixed the level. Levels rank by their order; one without a threshold is not reached.
 * Call it once for each event, in the transaction that makes the event happen once.
 */
export async function promoteMember(
  tx: Tx,
  { userId, rechargedCents = 0n, spentCents = 0n }: MemberProgress,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE users u SET
      recharged_cents = u.recharged_cents + ${rechargedCents},
      spent_cents = u.spent_cents + ${spentCents},
      member_level_id = CASE WHEN u.is_level_fixed THEN u.member_level_id ELSE COALESCE((
        SELECT l.id FROM member_levels l
        LEFT JOIN member_levels held ON held.id = COALESCE(u.member_level_id,
          (SELECT d.id FROM member_levels d WHERE d.is_default))
        WHERE (l.recharge_threshold_cents > 0 AND l.recharge_threshold_cents <= u.recharged_cents + ${rechargedCents}
            OR l.spend_threshold_cents > 0 AND l.spend_threshold_cents <= u.spent_cents + ${spentCents})
          AND (held.id IS NULL OR (l.sort_order, l.id) > (held.sort_order, held.id))
        ORDER BY l.sort_order DESC, l.id DESC LIMIT 1), u.member_level_id) END
    WHERE u.id = ${userId}`;
}

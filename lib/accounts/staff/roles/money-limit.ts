import type { AdminActor, StaffRoleName } from "../../../acts/actor";
import { now } from "../../../core/clock";
import { dayIn } from "../../../core/days";
import { AppError } from "../../../core/errors";
import { type Cents, writeShopCents } from "../../../core/money";
import { refusal } from "../../../core/refusals/refusal";
import type { Tx } from "../../../db/transaction";
import { getSettings } from "../../../settings/queries";
import { countMoneyOfDay, readMoneyOfDay } from "../../sql/roles-and-limits";

export interface MoneyLimits {
  /** By one act; null is any sum. */
  actCents: Cents | null;
  /** In a day of the shop. */
  dayCents: Cents | null;
}

const anySum: MoneyLimits = { actCents: null, dayCents: null };

/** Support prepares what moves money, and a second person approves each of it. */
const byRole: Partial<Record<StaffRoleName, MoneyLimits>> = { support: { actCents: 0n, dayCents: 0n } };

export const moneyLimitsOf = ({ role, ownRole }: Pick<AdminActor, "role" | "ownRole">): MoneyLimits =>
  ownRole ? { actCents: ownRole.actLimitCents, dayCents: ownRole.dayLimitCents } : (byRole[role] ?? anySum);

/**
 * Counts money that a person moves by hand, in the transaction that moves it and before any balance is locked. Two acts of one
 * person take turns at the row of the day.
 * @throws AppError `forbidden` above a limit: a second person has to approve it
 */
export async function spendMoneyLimit(tx: Tx, actor: AdminActor, cents: Cents): Promise<void> {
  const { actCents, dayCents } = moneyLimitsOf(actor);
  if (cents <= 0n) return;
  if (actCents !== null && cents > actCents) {
    throw new AppError("forbidden", refusal("above_act_limit", { max: writeShopCents(actCents) }));
  }
  if (dayCents === null) return;
  const day = dayIn(now(), (await getSettings()).timeZone);
  if (await countMoneyOfDay(tx, { staffId: actor.staffId, day, cents, limit: dayCents })) return;
  const used = await readMoneyOfDay(tx, actor.staffId, day);
  const left = dayCents > used ? dayCents - used : 0n;
  throw new AppError(
    "forbidden",
    refusal("above_day_limit", { max: writeShopCents(dayCents), left: writeShopCents(left) }),
  );
}

/** The booking had been made before: it counts once. */
export async function giveBackMoneyLimit(tx: Tx, actor: AdminActor, cents: Cents): Promise<void> {
  if (moneyLimitsOf(actor).dayCents === null || cents <= 0n) return;
  const day = dayIn(now(), (await getSettings()).timeZone);
  await countMoneyOfDay(tx, { staffId: actor.staffId, day, cents: -cents, limit: null });
}

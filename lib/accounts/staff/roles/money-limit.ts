import type { AdminActor, StaffRoleName } from "../../../acts/actor";
import { now } from "../../../core/clock";
import { dayIn } from "../../../core/days";
import { AppError } from "../../../core/errors";
import { type Cents, minCents, writeShopCents } from "../../../core/money";
import { refusal } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import type { Tx } from "../../../db/transaction";
import { getSettings } from "../../../settings/queries";
import {
  countMoneyOfDay,
  countMoneyOfToken,
  giveBackMoneyOfDay,
  readMoneyOfDay,
  readMoneyOfToken,
} from "../../sql/roles-and-limits";

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

const today = async (): Promise<string> => dayIn(now(), (await getSettings()).timeZone);

/** The greatest sum that one act of the caller may move now; null is any sum. An act counts again when it is done. */
export async function readMoneyLeft(actor: AdminActor): Promise<Cents | null> {
  const { actCents, dayCents } = moneyLimitsOf(actor);
  const { token } = actor;
  const day = await today();
  const left = [
    actCents,
    dayCents === null ? null : dayCents - (await readMoneyOfDay(db(), actor.staffId, day)),
    token && token.dayLimitCents !== null
      ? token.dayLimitCents - (await readMoneyOfToken(db(), token.id, day))
      : null,
  ].filter((cents) => cents !== null);
  return left.length === 0 ? null : left.reduce(minCents);
}

/** Refuses above a limit, with the sum that is left of it. */
const above = (rule: "above_day_limit" | "above_token_limit", limit: Cents, used: Cents) =>
  new AppError(
    "forbidden",
    refusal(rule, { max: writeShopCents(limit), left: writeShopCents(limit > used ? limit - used : 0n) }),
  );

async function spendOfPerson(tx: Tx, actor: AdminActor, cents: Cents): Promise<void> {
  const { dayCents } = moneyLimitsOf(actor);
  if (dayCents === null) return;
  const [day, { staffId }] = [await today(), actor];
  if (await countMoneyOfDay(tx, { staffId, day, cents, limit: dayCents })) return;
  throw above("above_day_limit", dayCents, await readMoneyOfDay(tx, staffId, day));
}

async function spendOfToken(tx: Tx, actor: AdminActor, cents: Cents): Promise<void> {
  if (!actor.token || actor.token.dayLimitCents === null) return;
  const { id: tokenId, dayLimitCents: limit } = actor.token;
  const day = await today();
  if (await countMoneyOfToken(tx, { tokenId, day, cents, limit })) return;
  await giveBackOfPerson(tx, actor, cents);
  throw above("above_token_limit", limit, await readMoneyOfToken(tx, tokenId, day));
}

async function giveBackOfPerson(tx: Tx, actor: AdminActor, cents: Cents): Promise<void> {
  if (moneyLimitsOf(actor).dayCents === null) return;
  await giveBackMoneyOfDay(tx, { staffId: actor.staffId, day: await today(), cents });
}

/**
 * Counts money that a person moves by hand, or a program with a token of theirs, in the transaction that moves it and before any
 * balance is locked. Two acts of one person take turns at the row of the day, then two of one token at its row.
 * @throws AppError `forbidden` above a limit: a second person has to approve it
 */
export async function spendMoneyLimit(tx: Tx, actor: AdminActor, cents: Cents): Promise<void> {
  const { actCents } = moneyLimitsOf(actor);
  if (cents <= 0n) return;
  if (actCents !== null && cents > actCents) {
    throw new AppError("forbidden", refusal("above_act_limit", { max: writeShopCents(actCents) }));
  }
  await spendOfPerson(tx, actor, cents);
  await spendOfToken(tx, actor, cents);
}

/** The booking had been made before: it counts once. */
export async function giveBackMoneyLimit(tx: Tx, actor: AdminActor, cents: Cents): Promise<void> {
  if (cents <= 0n) return;
  await giveBackOfPerson(tx, actor, cents);
  if (!actor.token || actor.token.dayLimitCents === null) return;
  await countMoneyOfToken(tx, { tokenId: actor.token.id, day: await today(), cents: -cents, limit: null });
}

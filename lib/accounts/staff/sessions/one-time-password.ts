import { addSeconds, now } from "../../../core/clock";
import { randomCode } from "../../../core/ids";
import { db } from "../../../db/client";

/** A printed or passed-on password that nobody used is found by somebody sooner or later. */
export const oneTimeDays = 7;

/** 80 bits, easy to type; it must be changed at the first log-in. */
export const newOneTimePassword = () => (randomCode(16).toLowerCase().match(/.{4}/g) ?? []).join("-");

/** Columns of a member of staff whose one-time password begins now. */
export const oneTimeState = () => ({
  mustChangePassword: true,
  oneTimeUntil: addSeconds(now(), oneTimeDays * 86_400),
});

export const isOver = (staff: { mustChangePassword: boolean; oneTimeUntil: Date | null }): boolean =>
  staff.mustChangePassword && staff.oneTimeUntil !== null && staff.oneTimeUntil <= now();

/** Whether somebody still has to change the password that was made for them. */
export const waitsForFirstLogin = async (email: string): Promise<boolean> =>
  (await db().staff.count({ where: { email, mustChangePassword: true } })) > 0;

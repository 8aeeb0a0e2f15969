import { addSeconds, now } from "../../core/clock";
import { randomCode } from "../../core/ids";

/** A printed or passed-on password that nobody used is found by somebody sooner or later. */
export const oneTimeDays = 7;

/** 80 bits, easy to type; it must be changed at the first log-in. */
export const newOneTimePassword = () => (randomCode(16).toLowerCase().match(/.{4}/g) ?? []).join("-");

/** What a row of staff keeps of one that begins now. */
export const oneTimeState = () => ({
  mustChangePassword: true,
  oneTimeUntil: addSeconds(now(), oneTimeDays * 86_400),
});

export const isOver = (staff: { mustChangePassword: boolean; oneTimeUntil: Date | null }): boolean =>
  staff.mustChangePassword && staff.oneTimeUntil !== null && staff.oneTimeUntil <= now();

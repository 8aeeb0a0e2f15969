import { dayIn, startOfDay } from "../../core/days";

const minute = 60_000;
const dayMinutes = 24 * 60;

export interface QuietHours {
  quietFrom: number | null;
  quietTo: number | null;
}

/** When a message that comes now may go out: now, or at the end of the quiet hours that it falls into. */
export function afterQuiet({ quietFrom, quietTo }: QuietHours, at: Date, timeZone: string): Date {
  if (quietFrom === null || quietTo === null || quietFrom === quietTo) return at;
  const midnight = startOfDay(dayIn(at, timeZone), timeZone).getTime();
  const minutes = Math.floor((at.getTime() - midnight) / minute);
  const isOvernight = quietFrom > quietTo;
  const isQuiet = isOvernight
    ? minutes >= quietFrom || minutes < quietTo
    : minutes >= quietFrom && minutes < quietTo;
  if (!isQuiet) return at;
  const end = isOvernight && minutes >= quietFrom ? quietTo + dayMinutes : quietTo;
  return new Date(midnight + end * minute);
}

const shape =
  /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d{2})(?::?(\d{2}))?)$/;

/** Bounds of time that PostgreSQL, `Date` and the wire's four-digit years all hold, in every time zone (C68). */
const first = Date.UTC(1970, 0, 1);
const last = Date.UTC(9999, 0, 1) - 1;

export const isHeldInstant = (at: Date): boolean => at.getTime() >= first && at.getTime() <= last;

/** An ISO 8601 time with an offset, from outside. Undefined for anything else, and for a day or an hour that does not exist. */
export function parseInstant(text: string): Date | undefined {
  const found = shape.exec(text);
  if (!found) return undefined;
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])];
  const [hour, minute, second] = [Number(found[4]), Number(found[5]), Number(found[6] ?? 0)];
  const offsetHours = Number(found[9] ?? 0);
  const offsetMinutes = Number(found[10] ?? 0);
  if (hour > 23 || minute > 59 || second > 59 || offsetHours > 23 || offsetMinutes > 59) return undefined;
  const midnight = Date.UTC(year, month - 1, day);
  // A day that does not exist is counted on into another month.
  const counted = new Date(midnight);
  if (year < 100 || counted.getUTCMonth() !== month - 1 || counted.getUTCDate() !== day) return undefined;
  const milliseconds = Number((found[7] ?? "").slice(0, 3).padEnd(3, "0"));
  const local = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds;
  const offset = (offsetHours * 60 + offsetMinutes) * 60_000 * (found[8] === "-" ? -1 : 1);
  return new Date(local - offset);
}

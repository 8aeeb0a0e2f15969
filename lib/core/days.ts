/** Days as people count them, in a time zone: "2026-11-21". For the browser as well. */

/** Swedish writes a date as ISO 8601 does, but for years of less than four digits. */
export const dayIn = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(at).padStart(10, "0");

/** False also for what a date field holds while a year is being typed. */
export const isDay = (text: string): boolean => /^[1-9]\d{3}-\d\d-\d\d$/.test(text);

export function addDays(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** How many days after `first` the day `last` comes. */
export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(`${last}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / 86_400_000);

const wallClock = (timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });

const offsetOn = (clock: Intl.DateTimeFormat, at: number): number =>
  Date.parse(`${clock.format(at).replace(" ", "T")}Z`) - at;

const offsetMs = (at: number, timeZone: string): number => offsetOn(wallClock(timeZone), at);

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Writes instants as a zone's wall clock with its offset: "2026-11-21T10:30:00.000+08:00". */
export function zonedTimes(timeZone: string): (at: Date) => string {
  const clock = wallClock(timeZone);
  return (at) => {
    const minutes = Math.round(offsetOn(clock, at.getTime()) / 60_000);
    if (minutes === 0) return at.toISOString();
    const offset = `${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;
    const local = new Date(at.getTime() + minutes * 60_000).toISOString();
    return local.replace("Z", `${minutes < 0 ? "-" : "+"}${offset}`);
  };
}

/** When a day begins. Where the clock is put forward at midnight, its first hour is the one after. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const guess = midnight - offsetMs(midnight, timeZone);
  const at = new Date(midnight - offsetMs(guess, timeZone));
  return dayIn(at, timeZone) === day ? at : new Date(at.getTime() + 3_600_000);
}

/** The wall clock in a zone as a date field writes it: "2026-11-21T10:30". */
export const wallTimeIn = (at: Date, timeZone: string): string =>
  new Date(at.getTime() + offsetMs(at.getTime(), timeZone)).toISOString().slice(0, 16);

/** When a wall clock in a zone shows this. An hour that is skipped counts as the one after, one that comes twice as the first. */
export function atWallTime(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local}:00Z`);
  const early = wall - offsetMs(wall - 86_400_000, timeZone);
  const late = wall - offsetMs(wall + 86_400_000, timeZone);
  const fitting = [early, late].filter((at) => at + offsetMs(at, timeZone) === wall);
  return new Date(fitting.length > 0 ? Math.min(...fitting) : Math.max(early, late));
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

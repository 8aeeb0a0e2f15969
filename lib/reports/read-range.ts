import { addSeconds, now } from "../core/clock";
import { addDays, dayIn, isDay, startOfDay } from "../core/days";
import type { ReportQuery } from "./schema";

const day = 86_400;
const longest = 732 * day;

/** Whole days of the shop; the last 30 when nothing sane was asked for. */
export function readRange({ from, to }: ReportQuery, timeZone: string): { from: Date; to: Date } {
  const dayAfter = (at: Date, days: number) => startOfDay(addDays(dayIn(at, timeZone), days), timeZone);
  const isSane = (at: Date | undefined): at is Date => at !== undefined && isDay(dayIn(at, timeZone));
  const end = isSane(to) ? to : dayAfter(now(), 1);
  const start = isSane(from) && from < end ? from : dayAfter(end, -30);
  const earliest = addSeconds(end, -longest);
  return { from: new Date(Math.max(start.getTime(), earliest.getTime())), to: end };
}

import { cookies } from "next/headers";
import { now } from "@/lib/core/clock";
import { addDays, dayIn, startOfDay } from "@/lib/core/days";
import type { ReportQuery } from "@/lib/reports/schema";
import { getSettings } from "@/lib/settings/queries";
import { rangeCookie, toRangeDays } from "@/messages/locales";

/** The range of a report: the one in its address, or else the days that this browser chose last, up to today. */
export async function keptRange<Q extends ReportQuery>(asked: Q): Promise<Q> {
  const days = toRangeDays((await cookies()).get(rangeCookie)?.value);
  if (asked.from || asked.to || days === null) return asked;
  const { timeZone: zone } = await getSettings();
  const end = addDays(dayIn(now(), zone), 1);
  return { ...asked, from: startOfDay(addDays(end, -days), zone), to: startOfDay(end, zone) };
}

"use client";

import { useLocale, useTimeZone } from "next-intl";
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import { type Locale, languageTag } from "@/messages/locales";

const styles = {
  date: { dateStyle: "medium" },
  datetime: { dateStyle: "medium", timeStyle: "short" },
  exact: { dateStyle: "medium", timeStyle: "medium" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateTimeStyle = keyof typeof styles | "ago";

const ShopTimeContext = createContext(false);

/** Inside it all times are the shop's, as its filters, charts and dates are; the reader's own stands in the tooltip. */
export function ShopTime({ children }: { children: ReactNode }) {
  return <ShopTimeContext value={true}>{children}</ShopTimeContext>;
}

function format(iso: string, style: keyof typeof styles, locale: Locale, timeZone?: string): string {
  return new Intl.DateTimeFormat(languageTag[locale], { ...styles[style], timeZone }).format(new Date(iso));
}

const minute = 60_000;
const steps = [
  ["minute", minute, 60 * minute],
  ["hour", 60 * minute, 24 * 60 * minute],
  ["day", 24 * 60 * minute, 7 * 24 * 60 * minute],
] as const;

/** "5 min. ago" up to a week; null for what is further away, or in the future. */
function ago(iso: string, at: number, locale: Locale): string | null {
  const age = at - new Date(iso).getTime();
  if (age < -minute) return null;
  const formatter = new Intl.RelativeTimeFormat(languageTag[locale], { numeric: "auto", style: "short" });
  if (age < minute) return formatter.format(0, "second");
  const step = steps.find(([, , end]) => age < end);
  return step ? formatter.format(-Math.floor(age / step[1]), step[0]) : null;
}

const never = () => () => {};
function everyMinute(tell: () => void): () => void {
  const timer = setInterval(tell, minute);
  return () => clearInterval(timer);
}

type DateTimeProps = { value: string; style?: DateTimeStyle; className?: string };

/**
 * In the shop's zone where `ShopTime` says so, else in the reader's: the server does not know that one, so it writes UTC
 * and says so, and the browser corrects it.
 */
export function DateTime({ value, style = "datetime", className }: DateTimeProps) {
  const locale = useLocale();
  const zone = useTimeZone();
  const isShopTime = useContext(ShopTimeContext);
  const isAgo = style === "ago";
  // The day alone is enough of what is long past; the exact moment stands in the tooltip.
  const written = isAgo ? "date" : style;
  const here = () => format(value, written, locale, isShopTime ? zone : undefined);
  const text = useSyncExternalStore(
    isAgo ? everyMinute : never,
    () =>
      isAgo ? (ago(value, Math.floor(Date.now() / minute) * minute + minute, locale) ?? here()) : here(),
    () =>
      isShopTime ? here() : `${format(value, written, locale, "UTC")}${written === "date" ? "" : " UTC"}`,
  );
  const title = useSyncExternalStore<string | undefined>(
    never,
    () =>
      isShopTime
        ? `${format(value, "exact", locale, zone)} ${zone ?? ""} · ${format(value, "exact", locale)}`
        : value,
    () => undefined,
  );
  return (
    <time dateTime={value} title={title} className={className}>
      {text}
    </time>
  );
}

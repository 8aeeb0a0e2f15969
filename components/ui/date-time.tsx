"use client";

import { useLocale } from "next-intl";
import { useSyncExternalStore } from "react";
import { type Locale, languageTag } from "@/messages/locales";

const styles = {
  date: { dateStyle: "medium" },
  datetime: { dateStyle: "medium", timeStyle: "short" },
  exact: { dateStyle: "medium", timeStyle: "medium" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateTimeStyle = keyof typeof styles;

function format(iso: string, style: DateTimeStyle, locale: Locale, timeZone?: string): string {
  return new Intl.DateTimeFormat(languageTag[locale], { ...styles[style], timeZone }).format(new Date(iso));
}

const never = () => () => {};

type DateTimeProps = { value: string; style?: DateTimeStyle; className?: string };

/** The server does not know the reader's time zone: it writes UTC and says so, and the browser corrects it. */
export function DateTime({ value, style = "datetime", className }: DateTimeProps) {
  const locale = useLocale();
  const text = useSyncExternalStore(
    never,
    () => format(value, style, locale),
    () => `${format(value, style, locale, "UTC")}${style === "date" ? "" : " UTC"}`,
  );
  return (
    <time dateTime={value} title={value} className={className}>
      {text}
    </time>
  );
}

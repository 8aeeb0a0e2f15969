"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTimeZone, useTranslations } from "next-intl";
import { useTransition } from "react";
import { DayField } from "@/components/admin/day-field";
import { remember } from "@/components/store/preference-forms";
import { cx } from "@/components/ui/cx";
import { addDays, dayIn, daysBetween, startOfDay } from "@/lib/core/days";
import { rangeCookie, rangeDays } from "@/messages/locales";

const names = { 1: "today", 7: "days7", 30: "days30", 90: "days90", 365: "year" } as const;

/** Whole days of the shop's time zone; `to` in the address is the day after the last one. */
export function RangePicker({ from, to }: { from: string; to: string }) {
  const t = useTranslations("admin.range");
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const timeZone = useTimeZone() ?? "UTC";
  const [pending, start] = useTransition();
  const first = dayIn(new Date(from), timeZone);
  const end = dayIn(new Date(to), timeZone);

  function show(firstDay: string, endDay: string) {
    if (firstDay >= endDay) return;
    const [begin, stop] = [firstDay, endDay].map((day) => startOfDay(day, timeZone).toISOString());
    const query = new URLSearchParams(search);
    query.set("from", begin ?? "");
    query.set("to", stop ?? "");
    start(() => router.replace(`${pathname}?${query}`, { scroll: false }));
  }

  return (
    <fieldset className={cx("flex flex-wrap items-center gap-2", pending && "opacity-60")}>
      <legend className="sr-only">{t("label")}</legend>
      <div className="flex overflow-hidden rounded-md border border-line-strong bg-surface">
        {rangeDays.map((days) => {
          const isChosen = daysBetween(first, end) === days;
          return (
            <button
              key={days}
              type="button"
              aria-pressed={isChosen}
              onClick={() => {
                void remember(rangeCookie, String(days));
                const tomorrow = addDays(dayIn(new Date(), timeZone), 1);
                show(addDays(tomorrow, -days), tomorrow);
              }}
              className={cx(
                "min-h-9 border-line border-l px-2.5 text-[0.8125rem] first:border-l-0 focus-visible:-outline-offset-2",
                isChosen
                  ? "bg-pine-soft font-medium text-pine"
                  : "text-ink-muted hover:bg-sunken hover:text-ink",
              )}
            >
              {t(names[days])}
            </button>
          );
        })}
      </div>
      <DayField label={t("from")} value={first} onDay={(day) => day && show(day, end)} />
      <span aria-hidden className="text-ink-faint">
        –
      </span>
      <DayField
        label={t("to")}
        value={addDays(end, -1)}
        onDay={(day) => day && show(first, addDays(day, 1))}
      />
    </fieldset>
  );
}

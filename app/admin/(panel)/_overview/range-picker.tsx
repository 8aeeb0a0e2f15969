"use client";

import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useTransition } from "react";
import { cx } from "@/components/ui/cx";

const dayMs = 86_400_000;
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const presets = [
  { key: "today", days: 1 },
  { key: "days7", days: 7 },
  { key: "days30", days: 30 },
  { key: "days90", days: 90 },
  { key: "year", days: 365 },
] as const;

/** Whole UTC days; `to` in the address is the day after the last one. */
export function RangePicker({ from, to }: { from: string; to: string }) {
  const t = useTranslations("admin.range");
  const router = useRouter();
  const pathname = usePathname();
  const [pending, start] = useTransition();
  const first = Date.parse(from);
  const end = Date.parse(to);

  function show(firstMs: number, endMs: number) {
    if (!(firstMs < endMs)) return;
    const query = `from=${day(firstMs)}T00:00:00Z&to=${day(endMs)}T00:00:00Z`;
    start(() => router.replace(`${pathname}?${query}`, { scroll: false }));
  }

  const field = "control min-h-9 w-36 border-line-strong py-1 text-sm md:min-h-9 md:text-[0.8125rem]";
  return (
    <fieldset className={cx("flex flex-wrap items-center gap-2", pending && "opacity-60")}>
      <legend className="sr-only">{t("label")}</legend>
      <div className="flex overflow-hidden rounded-md border border-line-strong bg-surface">
        {presets.map(({ key, days }) => {
          const isChosen = Math.round((end - first) / dayMs) === days;
          return (
            <button
              key={key}
              type="button"
              aria-pressed={isChosen}
              onClick={() => {
                const tomorrow = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
                show(tomorrow - days * dayMs, tomorrow);
              }}
              className={cx(
                "min-h-9 border-line border-l px-2.5 text-[0.8125rem] first:border-l-0 focus-visible:-outline-offset-2",
                isChosen
                  ? "bg-pine-soft font-medium text-pine"
                  : "text-ink-muted hover:bg-sunken hover:text-ink",
              )}
            >
              {t(key)}
            </button>
          );
        })}
      </div>
      <input
        type="date"
        aria-label={t("from")}
        value={day(first)}
        onChange={({ target }) => target.value && show(Date.parse(target.value), end)}
        className={field}
      />
      <span aria-hidden className="text-ink-faint">
        –
      </span>
      <input
        type="date"
        aria-label={t("to")}
        value={day(end - dayMs)}
        onChange={({ target }) => target.value && show(first, Date.parse(target.value) + dayMs)}
        className={field}
      />
    </fieldset>
  );
}

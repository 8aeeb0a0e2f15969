"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { currentNavKey, menuOf, type NavTitles } from "./nav";
import type { NavCounts } from "./side-nav";

type DailyBarProps = {
  permissions: readonly string[];
  titles: NavTitles;
  counts: NavCounts;
  pins: readonly string[];
  onMenu: () => void;
};

const shown = 4;
const place =
  "flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-md px-1 text-[0.6875rem] focus-visible:-outline-offset-2";

/** The first pinned pages below a thumb, where the menu stands beside no page. */
export function DailyBar({ permissions, titles, counts, pins: chosen, onMenu }: DailyBarProps) {
  const t = useTranslations("admin.shell");
  const current = currentNavKey(usePathname());
  const { pins } = menuOf(permissions, chosen);
  return (
    <nav
      aria-label={t("daily")}
      className="daily-bar fixed inset-x-0 bottom-0 z-30 flex border-line border-t bg-paper/95 px-1 pb-[env(safe-area-inset-bottom)] backdrop-blur-md lg:hidden"
    >
      {pins.slice(0, shown).map(({ key, href, icon: Icon }) => (
        <Link
          key={key}
          href={href}
          aria-current={key === current ? "page" : undefined}
          className={cx(place, key === current ? "font-medium text-pine" : "text-ink-muted")}
        >
          <span className="relative">
            <Icon className="size-5" strokeWidth={1.75} aria-hidden />
            {counts[key] ? (
              <span className="tabular absolute -top-1.5 left-3 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 font-semibold text-[0.625rem] text-on-danger">
                {counts[key] > 99 ? "99+" : counts[key]}
              </span>
            ) : null}
          </span>
          <span className="max-w-full truncate" title={titles[key]}>
            {titles[key]}
          </span>
        </Link>
      ))}
      <button type="button" onClick={onMenu} className={cx(place, "text-ink-muted")}>
        <Menu className="size-5" strokeWidth={1.75} aria-hidden />
        {t("more")}
      </button>
    </nav>
  );
}

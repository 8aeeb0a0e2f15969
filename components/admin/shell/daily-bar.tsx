"use client";

import { Menu } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { SharedIcon } from "../shared-icon";
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
      {pins.slice(0, shown).map(({ key, href, icon }) => (
        <Link
          key={key}
          href={href}
          aria-current={key === current ? "page" : undefined}
          className="daily-link"
        >
          <span className="relative">
            <SharedIcon name={icon} />
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
      <button type="button" onClick={onMenu} className="daily-link">
        <Menu aria-hidden />
        {t("more")}
      </button>
    </nav>
  );
}

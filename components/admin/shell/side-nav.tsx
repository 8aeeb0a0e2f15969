"use client";

import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { useToggledGroups } from "./folded-groups";
import { currentNavKey, menuOf, type NavItem, type NavKey, type NavTitles } from "./nav";
import { PinDialog } from "./pin-dialog";

export type NavCounts = Partial<Record<NavKey, number>>;

type SideNavProps = {
  permissions: readonly string[];
  counts: NavCounts;
  titles: NavTitles;
  /** Pages that the reader put at the top; none: the usual ones. */
  pins: readonly string[];
  /** How many they may be. */
  mostPins: number;
  /** Groups that come folded, because nothing in them is used yet. */
  folded: readonly string[];
  onGo?: () => void;
};

export function SideNav({ permissions, counts, titles, pins: chosen, mostPins, folded, onGo }: SideNavProps) {
  const t = useTranslations("admin.nav");
  const current = currentNavKey(usePathname());
  const list = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // The list is longer than a small screen: what is open must be in sight. Who scrolled before the page was alive is left
  // alone, or an entry would move away under a press.
  useEffect(() => {
    const isTouched = isFirst.current && (list.current?.parentElement?.scrollTop ?? 0) > 0;
    isFirst.current = false;
    if (current && !isTouched)
      list.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const { isToggled, toggle } = useToggledGroups();
  const { pins, rest } = menuOf(permissions, chosen);
  const entries = (items: readonly NavItem[]) => (
    <ul className="flex flex-col gap-px">
      {items.map(({ key, href, icon: Icon }) => (
        <li key={key}>
          <Link
            href={href}
            aria-current={key === current ? "page" : undefined}
            {...(onGo ? { onClick: onGo } : {})}
            className={cx(
              "flex min-h-10 scroll-my-2 items-center gap-2.5 rounded-sm px-2 py-1.5 transition-colors md:min-h-7.5 md:py-1",
              key === current
                ? "bg-pine-soft font-medium text-pine"
                : "text-ink-muted hover:bg-sunken hover:text-ink",
            )}
          >
            <Icon className="size-4 shrink-0" strokeWidth={1.75} aria-hidden />
            <span className="truncate">{titles[key]}</span>
            {counts[key] ? <Count value={counts[key]} /> : null}
          </Link>
        </li>
      ))}
    </ul>
  );

  return (
    <nav ref={list} aria-label={t("label")} className="flex flex-col gap-3 text-[0.8125rem]">
      {entries(pins)}
      {rest.map((group) => {
        const holdsCurrent = group.items.some((item) => item.key === current);
        const isOpen = holdsCurrent || folded.includes(group.key) === isToggled(group.key);
        const sum = group.items.reduce((total, item) => total + (counts[item.key] ?? 0), 0);
        return (
          <div key={group.key}>
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => toggle(group.key)}
              className="mb-1 flex w-full items-center gap-1.5 rounded-sm px-2 py-1 font-medium text-2xs text-ink-faint uppercase tracking-wider hover:text-ink-muted"
            >
              {t(`group.${group.key}`)}
              {!isOpen && sum > 0 ? <Count value={sum} /> : null}
              <ChevronDown
                className={cx("ml-auto size-3 transition-transform", !isOpen && "-rotate-90")}
                aria-hidden
              />
            </button>
            {isOpen ? entries(group.items) : null}
          </div>
        );
      })}
      <PinDialog permissions={permissions} titles={titles} pins={chosen} mostPins={mostPins} />
    </nav>
  );
}

function Count({ value }: { value: number }) {
  return (
    <span className="tabular ml-auto rounded-full bg-danger-soft px-1.5 font-medium text-2xs text-danger">
      {value > 999 ? "999+" : value}
    </span>
  );
}

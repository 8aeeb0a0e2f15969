"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Link } from "@/components/ui/link";
import { SharedIcon } from "../shared-icon";
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
    <ul className="nav-group">
      {items.map(({ key, href, icon }) => (
        <li key={key}>
          <Link
            href={href}
            aria-current={key === current ? "page" : undefined}
            {...(onGo ? { onClick: onGo } : {})}
            className="nav-link"
          >
            <SharedIcon name={icon} />
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
              className="nav-head"
            >
              {t(`group.${group.key}`)}
              {!isOpen && sum > 0 ? <Count value={sum} /> : null}
              <SharedIcon name="ChevronDown" />
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
  return <span className="nav-count">{value > 999 ? "999+" : value}</span>;
}

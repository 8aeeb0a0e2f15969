"use client";

import { ChevronDown } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { allowedNavigation, currentNavKey, type NavKey, type NavTitles } from "./nav";

export type NavCounts = Partial<Record<NavKey, number>>;

type SideNavProps = {
  permissions: readonly string[];
  counts: NavCounts;
  titles: NavTitles;
  onGo?: () => void;
};

const storageKey = "keyshelf.admin.closed";
const listeners = new Set<() => void>();

function readClosed(): string {
  try {
    return localStorage.getItem(storageKey) ?? "";
  } catch {
    return "";
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function toggleClosed(group: string) {
  const closed = new Set(readClosed().split(" ").filter(Boolean));
  if (!closed.delete(group)) closed.add(group);
  try {
    localStorage.setItem(storageKey, [...closed].join(" "));
  } catch {
    // A browser that keeps nothing shows every group open.
  }
  for (const listener of listeners) listener();
}

export function SideNav({ permissions, counts, titles, onGo }: SideNavProps) {
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
  const closed = useSyncExternalStore(subscribe, readClosed, () => "").split(" ");

  return (
    <nav ref={list} aria-label={t("label")} className="flex flex-col gap-3 text-[0.8125rem]">
      {allowedNavigation(permissions).map((group) => {
        const holdsCurrent = group.items.some((item) => item.key === current);
        const isOpen = group.key === "top" || holdsCurrent || !closed.includes(group.key);
        const sum = group.items.reduce((total, item) => total + (counts[item.key] ?? 0), 0);
        return (
          <div key={group.key}>
            {group.key === "top" ? null : (
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={() => toggleClosed(group.key)}
                className="mb-1 flex w-full items-center gap-1.5 rounded-sm px-2 py-1 font-medium text-2xs text-ink-faint uppercase tracking-wider hover:text-ink-muted"
              >
                {t(`group.${group.key}`)}
                {!isOpen && sum > 0 ? <Count value={sum} /> : null}
                <ChevronDown
                  className={cx("ml-auto size-3 transition-transform", !isOpen && "-rotate-90")}
                  aria-hidden
                />
              </button>
            )}
            {isOpen ? (
              <ul className="flex flex-col gap-px">
                {group.items.map(({ key, href, icon: Icon }) => (
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
            ) : null}
          </div>
        );
      })}
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

import { cx } from "./cx";
import { Link } from "./link";

type LinkTabsProps = {
  label: string;
  tabs: readonly { href: string; label: string; active: boolean }[];
  className?: string;
};

/** Tabs that are addresses. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  return (
    <nav
      aria-label={label}
      className={cx("no-scrollbar flex gap-5 overflow-x-auto border-line border-b text-sm", className)}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.active ? "page" : undefined}
          className={cx(
            "inline-flex min-h-11 shrink-0 items-center whitespace-nowrap border-b-2",
            tab.active ? "border-pine font-medium" : "border-transparent text-ink-muted hover:text-ink",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

import { cx } from "./cx";
import { Link } from "./link";

type LinkTabsProps = {
  label: string;
  tabs: readonly { href: string; label: string; isCurrent: boolean }[];
  className?: string;
};

/** Pages that belong together, side by side. */
export function LinkTabs({ label, tabs, className = "mb-4" }: LinkTabsProps) {
  return (
    <nav
      aria-label={label}
      className={cx("no-scrollbar flex gap-1 overflow-x-auto border-line border-b text-sm", className)}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.isCurrent ? "page" : undefined}
          className="link-tab"
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";

type LinkTabsProps = { label: string; tabs: readonly { href: string; label: string; isCurrent: boolean }[] };

/** Pages that belong together, side by side. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className="no-scrollbar mb-4 flex gap-1 overflow-x-auto border-line border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.isCurrent ? "page" : undefined}
          className={cx(
            "-mb-px inline-flex min-h-9 shrink-0 items-center border-b-2 px-3 font-medium text-sm focus-visible:-outline-offset-2",
            tab.isCurrent ? "border-pine text-ink" : "border-transparent text-ink-muted hover:text-ink",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}

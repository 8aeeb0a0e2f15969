import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClass } from "./button-class";
import { cx } from "./cx";
import { Link } from "./link";

type PaginationProps = {
  page: number;
  perPage: number;
  total: number;
  /** The address of a page; filters stay in it. */
  href: (page: number) => string;
  className?: string;
};

/** First, last, and the neighbours of where we are; null marks a gap. */
function pageNumbers(page: number, last: number): (number | null)[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, last])].filter((n) => n >= 1 && n <= last);
  return wanted.flatMap((n, index) => {
    const before = wanted[index - 1];
    if (before === undefined || n - before === 1) return [n];
    return n - before === 2 ? [n - 1, n] : [null, n];
  });
}

export function Pagination({ page, perPage, total, href, className }: PaginationProps) {
  const t = useTranslations("common");
  const last = Math.max(1, Math.ceil(total / perPage));
  if (last <= 1) return null;
  const step = buttonClass("secondary", "icon");
  return (
    <nav
      aria-label={t("pagination.label")}
      className={cx("flex items-center justify-center gap-1.5", className)}
    >
      {page > 1 ? (
        <Link rel="prev" href={href(page - 1)} className={step} aria-label={t("pagination.previous")}>
          <ChevronLeft className="rtl:rotate-180" aria-hidden />
        </Link>
      ) : null}
      <ol className="flex items-center gap-1">
        {pageNumbers(page, last).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className="px-1 text-ink-faint" aria-hidden>
                …
              </span>
            ) : (
              <Link
                href={href(number)}
                aria-label={t("pagination.page", { page: number })}
                aria-current={number === page ? "page" : undefined}
                className={cx(
                  "tabular grid size-11 place-items-center rounded-md text-sm md:size-10",
                  number === page
                    ? "bg-pine font-medium text-on-pine"
                    : "text-ink-muted hover:bg-sunken hover:text-ink",
                )}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      {page < last ? (
        <Link rel="next" href={href(page + 1)} className={step} aria-label={t("pagination.next")}>
          <ChevronRight className="rtl:rotate-180" aria-hidden />
        </Link>
      ) : null}
    </nav>
  );
}

import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";
import { Link } from "./link";

type BackLinkProps = { href: string; className?: string; children: ReactNode };

/** One step back, over the head of a page. */
export const BackLink = ({ href, className, children }: BackLinkProps) => (
  <Link
    href={href}
    className={cx(
      "inline-flex min-h-9 items-center gap-1.5 text-ink-muted text-sm hover:text-ink",
      className,
    )}
  >
    <ArrowLeft className="size-4 rtl:rotate-180" aria-hidden />
    {children}
  </Link>
);

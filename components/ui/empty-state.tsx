import type { ComponentType, ReactNode } from "react";
import { cx } from "./cx";

type EmptyStateProps = {
  icon?: ComponentType<{ className?: string; strokeWidth?: number }>;
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  className?: string;
  /** `h1` where nothing else on the page is its heading. */
  titleAs?: "p" | "h1" | "h2";
};

export function EmptyState({
  icon: Icon,
  title,
  description,
  action,
  className,
  titleAs: Title = "p",
}: EmptyStateProps) {
  return (
    <div
      data-empty=""
      className={cx(
        "flex flex-col items-center rounded-lg border border-line-strong border-dashed px-6 py-12 text-center",
        className,
      )}
    >
      {Icon ? <Icon className="mb-4 size-8 text-ink-faint" strokeWidth={1.5} aria-hidden /> : null}
      <Title className="font-medium text-base tracking-normal">{title}</Title>
      {description ? <p className="mt-1 max-w-sm text-ink-muted text-sm">{description}</p> : null}
      {action ? <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  );
}

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

export function Card({ className, ...props }: ComponentProps<"section">) {
  return <section className={cx("rounded-lg border border-line bg-surface", className)} {...props} />;
}

type CardHeaderProps = { title: ReactNode; description?: ReactNode; actions?: ReactNode; className?: string };

export function CardHeader({ title, description, actions, className }: CardHeaderProps) {
  return (
    <header
      className={cx("flex flex-wrap items-start justify-between gap-3 px-4 pt-4 sm:px-5 sm:pt-5", className)}
    >
      <div className="min-w-0">
        <h2 className="font-semibold text-base">{title}</h2>
        {description ? <p className="mt-1 text-ink-muted text-sm">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2">{actions}</div> : null}
    </header>
  );
}

export function CardBody({ className, ...props }: ComponentProps<"div">) {
  return <div className={cx("p-4 sm:p-5", className)} {...props} />;
}

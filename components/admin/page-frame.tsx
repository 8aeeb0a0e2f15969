import { ChevronLeft } from "lucide-react";
import { useFormatter } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";

type PageHeadProps = {
  title: ReactNode;
  description?: ReactNode;
  /** Where the page belongs, as a step back. */
  back?: { href: string; label: string };
  badges?: ReactNode;
  actions?: ReactNode;
};

export function PageHead({ title, description, back, badges, actions }: PageHeadProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {back ? (
          <Link
            href={back.href}
            className="mb-1 -ml-1 inline-flex min-h-6 items-center gap-0.5 rounded-sm pr-1 text-ink-muted text-xs hover:text-ink"
          >
            <ChevronLeft className="size-3.5" aria-hidden />
            {back.label}
          </Link>
        ) : null}
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="min-w-0 break-words font-semibold text-xl">{title}</h1>
          {badges}
        </div>
        {description ? <p className="mt-1 max-w-2xl text-ink-muted text-sm">{description}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
    </header>
  );
}

type PanelProps = {
  /** Where a link of the page leads to. */
  id?: string;
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  className?: string;
  /** Without padding, for a table or a list that reaches the edge. */
  flush?: boolean;
  children: ReactNode;
};

export function Panel({ id, title, description, actions, className, flush, children }: PanelProps) {
  return (
    <section
      id={id}
      className={cx("min-w-0 scroll-mt-16 rounded-lg border border-line bg-surface", className)}
    >
      {title ? (
        <header
          className={cx(
            "flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3.5",
            flush ? "pb-3" : "pb-0",
          )}
        >
          <div className="min-w-0">
            <h2 className="font-semibold text-sm">{title}</h2>
            {description ? <p className="mt-0.5 text-ink-faint text-xs">{description}</p> : null}
          </div>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className={flush ? "" : "p-4"}>{children}</div>
    </section>
  );
}

type Fact = { label: ReactNode; value: ReactNode; wide?: boolean };

/** Label beside value, for the side of a detail page. */
export function Facts({ facts, className }: { facts: readonly (Fact | null | false)[]; className?: string }) {
  return (
    <dl className={cx("grid gap-x-4 gap-y-2 text-sm", className)}>
      {facts.map((fact) =>
        fact ? (
          <div
            key={String(fact.label)}
            className={fact.wide ? "flex flex-col gap-0.5" : "flex items-baseline justify-between gap-4"}
          >
            <dt className="shrink-0 text-ink-muted">{fact.label}</dt>
            <dd className={cx("min-w-0 break-words", !fact.wide && "text-right")}>{fact.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** A number that matters, and what it compares with. */
export function Stat({
  label,
  value,
  note,
  href,
  tone,
}: {
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  href?: string;
  tone?: "danger" | "warn" | undefined;
}) {
  const format = useFormatter();
  const inside = (
    <>
      <span className="block text-ink-muted text-xs">{label}</span>
      <span
        className={cx(
          "tabular mt-1 block truncate font-semibold text-2xl tracking-tight",
          tone === "danger" && "text-danger",
          tone === "warn" && "text-warn",
        )}
      >
        {typeof value === "number" ? format.number(value) : value}
      </span>
      {note ? <span className="mt-0.5 block text-ink-faint text-xs">{note}</span> : null}
    </>
  );
  const frame = "min-w-0 rounded-lg border border-line bg-surface px-4 py-3.5";
  return href ? (
    <Link href={href} className={cx(frame, "transition-colors hover:border-line-strong")}>
      {inside}
    </Link>
  ) : (
    <div className={frame}>{inside}</div>
  );
}

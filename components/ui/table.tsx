import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";

/** Scrolls sideways inside its own frame on a narrow screen; the frame can be reached by keyboard. */
export function Table({ className, label, ...props }: ComponentProps<"table"> & { label: string }) {
  return (
    <section aria-label={label} className="overflow-x-auto rounded-lg border border-line bg-surface">
      <table className={cx("w-full border-collapse text-left text-sm", className)} {...props} />
    </section>
  );
}

export function TableHead({ className, ...props }: ComponentProps<"thead">) {
  return <thead className={cx("bg-sunken/60 text-ink-muted text-xs", className)} {...props} />;
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody {...props} />;
}

export function TableRow({ className, ...props }: ComponentProps<"tr">) {
  return (
    <tr
      className={cx("border-line border-t first:border-t-0 data-[selected=true]:bg-pine-soft", className)}
      {...props}
    />
  );
}

type Sort = "ascending" | "descending" | "none";

type TableHeaderProps = ComponentProps<"th"> & {
  sort?: Sort;
  /** Wraps the label in what changes the order: a link or a button. */
  renderSort?: (label: ReactNode) => ReactNode;
};

export function TableHeader({
  className,
  sort,
  renderSort,
  children,
  scope = "col",
  ...props
}: TableHeaderProps) {
  const Icon = sort === "ascending" ? ArrowUp : sort === "descending" ? ArrowDown : ChevronsUpDown;
  const label = renderSort ? (
    <span className="inline-flex items-center gap-1">
      {children}
      <Icon className="size-3.5" aria-hidden />
    </span>
  ) : (
    children
  );
  return (
    <th
      scope={scope}
      aria-sort={sort}
      className={cx("whitespace-nowrap px-3 py-2.5 font-medium", className)}
      {...props}
    >
      {renderSort ? renderSort(label) : label}
    </th>
  );
}

export function TableCell({ className, ...props }: ComponentProps<"td">) {
  return <td className={cx("px-3 py-2.5 align-middle", className)} {...props} />;
}

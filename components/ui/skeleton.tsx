import { cx } from "./cx";

/** A quiet place holder of the size of what comes; whoever shows it says "loading" once for all of them. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-shimmer rounded-md bg-line", className)} />;
}

export function SkeletonList({
  label,
  rows = 4,
  rowClassName,
}: {
  label: string;
  rows?: number;
  rowClassName?: string;
}) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((key) => (
        <Skeleton key={key} className={rowClassName ?? "h-16 w-full"} />
      ))}
    </div>
  );
}

import { cx } from "./cx";

type ProgressProps = { label: string; value: number; max?: number; className?: string };

export function Progress({ label, value, max = 100, className }: ProgressProps) {
  const percent = max > 0 ? Math.min(100, Math.max(0, (value / max) * 100)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      className={cx("h-2 w-full overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className="h-full rounded-full bg-pine transition-[width] duration-200"
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

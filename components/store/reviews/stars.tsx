import { cx } from "@/components/ui/cx";

const row = "★★★★★";

type StarsProps = {
  /** Their mean may lie between two. */
  stars: number;
  /** The same in words, for who does not see them. */
  label: string;
  className?: string;
};

export const Stars = ({ stars, label, className }: StarsProps) => (
  <span role="img" aria-label={label} className={cx("relative inline-block whitespace-nowrap", className)}>
    <span className="text-line-strong" aria-hidden>
      {row}
    </span>
    <span
      className="absolute inset-y-0 start-0 overflow-hidden text-ink"
      style={{ width: `${stars * 20}%` }}
      aria-hidden
    >
      {row}
    </span>
  </span>
);

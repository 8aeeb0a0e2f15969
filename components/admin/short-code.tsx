import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";

const ends = 4;

/** A long number of another system: its two ends are enough to recognise it, and the whole of it can be copied. */
export function ShortCode({ value, className }: { value: string; className?: string }) {
  const isLong = value.length > 2 * ends + 3;
  return (
    <span className={cx("inline-flex items-center whitespace-nowrap", className)} title={value}>
      <code className="font-mono text-xs">
        {isLong ? `${value.slice(0, ends)}…${value.slice(-ends)}` : value}
      </code>
      <CopyButton value={value} size="icon-sm" variant="ghost" className="-my-1.5" />
    </span>
  );
}

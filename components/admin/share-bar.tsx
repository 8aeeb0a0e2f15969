import { cx } from "@/components/ui/cx";

const toneOf = (good: number) => (good >= 0.99 ? "bg-ok" : good >= 0.9 ? "bg-warn" : "bg-danger");

/** A share from 0 to 1 as a bar, with its words beside it. */
export function ShareBar({ good, label }: { good: number; label: string }) {
  return (
    <span className="flex w-44 items-center gap-2">
      <span className="h-1.5 flex-1 overflow-hidden rounded-full bg-sunken" aria-hidden>
        <span className={cx("block h-full rounded-full", toneOf(good))} style={{ width: `${good * 100}%` }} />
      </span>
      <span className="tabular text-xs">{label}</span>
    </span>
  );
}

import { Check } from "lucide-react";
import { cx } from "./cx";

type StepperProps = { label: string; steps: readonly string[]; current: number; className?: string };

/** Where a buyer stands: `current` counts from 0, and `steps.length` means that all is done. */
export function Stepper({ label, steps, current, className }: StepperProps) {
  return (
    <ol aria-label={label} className={cx("flex items-center gap-2 text-sm", className)}>
      {steps.map((step, index) => {
        const done = index < current;
        const here = index === current;
        return (
          <li
            key={step}
            aria-current={here ? "step" : undefined}
            className={cx("flex items-center gap-2", index > 0 && "flex-1")}
          >
            {index > 0 ? (
              <span
                aria-hidden
                className={cx("h-px min-w-3 flex-1", done || here ? "bg-pine" : "bg-line-strong")}
              />
            ) : null}
            <span
              aria-hidden
              className={cx(
                "tabular grid size-6 shrink-0 place-items-center rounded-full border font-medium text-xs",
                done && "border-pine bg-pine text-on-pine",
                here && "border-pine text-pine",
                !done && !here && "border-line-strong text-ink-faint",
              )}
            >
              {done ? <Check className="size-3.5" strokeWidth={3} /> : index + 1}
            </span>
            <span
              className={cx(
                "whitespace-nowrap",
                here ? "font-medium text-ink" : "text-ink-muted max-sm:sr-only",
              )}
            >
              {step}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

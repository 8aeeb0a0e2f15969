"use client";

import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";
import { useEarlyInput } from "./use-early-input";

export type Chip<V extends string> = {
  value: V;
  label: ReactNode;
  note?: ReactNode;
  disabled?: boolean;
  /** Can be chosen, to be told more about; drawn as what is not to be had now. */
  isGone?: boolean;
};

type ChipGroupProps<V extends string> = {
  legend: ReactNode;
  hideLegend?: boolean;
  chips: readonly Chip<V>[];
  value: V | null;
  onChange: (value: V) => void;
  className?: string;
};

function ChipRadio(props: Omit<ComponentProps<"input">, "ref" | "type">) {
  return <input ref={useEarlyInput<HTMLInputElement>()} type="radio" className="sr-only" {...props} />;
}

/** Choice among a few, as native radio buttons: arrow keys and screen readers work by themselves. */
export function ChipGroup<V extends string>({
  legend,
  hideLegend,
  chips,
  value,
  onChange,
  className,
}: ChipGroupProps<V>) {
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className={hideLegend ? "sr-only" : "mb-2 font-medium text-sm"}>{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <label
            key={chip.value}
            className={cx(
              "relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border px-3.5 py-1.5 text-sm transition-colors md:min-h-10",
              "border-line-strong bg-surface hover:border-control has-checked:border-pine has-checked:bg-pine-soft has-checked:text-pine",
              // Contrast themes draw no background: the chosen one has a thick border there.
              "forced-colors:has-checked:border-4 forced-colors:has-checked:border-[Highlight]",
              "has-focus-visible:outline-2 has-focus-visible:outline-pine has-focus-visible:outline-offset-2",
              (chip.disabled || chip.isGone) && "border-dashed text-ink-faint",
              chip.disabled && "cursor-not-allowed",
            )}
          >
            <ChipRadio
              name={name}
              value={chip.value}
              checked={value === chip.value}
              disabled={chip.disabled}
              onChange={() => onChange(chip.value)}
            />
            <span className={cx("font-medium", chip.disabled && "line-through decoration-1")}>
              {chip.label}
            </span>
            {chip.note ? <span className="text-ink-muted text-xs">{chip.note}</span> : null}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

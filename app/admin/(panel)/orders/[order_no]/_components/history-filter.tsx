"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { cx } from "@/components/ui/cx";

const Chosen = createContext<string | null>(null);

type HistoryFilterProps = {
  label: string;
  all: string;
  areas: readonly { area: string; label: string }[];
  children: ReactNode;
};

/** Shows one kind of line only; with a single kind there is nothing to choose. */
export function HistoryFilter({ label, all, areas, children }: HistoryFilterProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Chosen value={chosen}>
      {areas.length > 1 ? (
        <fieldset className="mb-3 flex flex-wrap gap-1.5">
          <legend className="sr-only">{label}</legend>
          {[{ area: null, label: all }, ...areas].map((one) => (
            <button
              key={one.label}
              type="button"
              aria-pressed={chosen === one.area}
              onClick={() => setChosen(one.area)}
              className={cx(
                "min-h-7 rounded-full border px-2.5 text-xs",
                chosen === one.area
                  ? "border-pine bg-pine-soft font-medium text-pine"
                  : "border-line-strong text-ink-muted hover:text-ink",
              )}
            >
              {one.label}
            </button>
          ))}
        </fieldset>
      ) : null}
      {children}
    </Chosen>
  );
}

export function HistoryRow({ area, children }: { area: string; children: ReactNode }) {
  const chosen = useContext(Chosen);
  if (chosen !== null && chosen !== area) return null;
  return (
    <li className="relative flex gap-3 pb-4 text-sm before:absolute before:top-3 before:bottom-0 before:left-[0.3125rem] before:w-px before:bg-line-strong last:pb-0 last:before:hidden">
      {children}
    </li>
  );
}

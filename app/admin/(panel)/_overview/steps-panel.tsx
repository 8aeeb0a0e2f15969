"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { cx } from "@/components/ui/cx";

const storageKey = "keyshelf.admin.steps";
const listeners = new Set<() => void>();

function readFolded(): boolean {
  try {
    return localStorage.getItem(storageKey) === "folded";
  } catch {
    return false;
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function toggle() {
  try {
    localStorage.setItem(storageKey, readFolded() ? "open" : "folded");
  } catch {
    // A browser that keeps nothing shows the list.
  }
  for (const listener of listeners) listener();
}

type StepsPanelProps = {
  title: string;
  progress: string;
  /** 0 to 1. */
  share: number;
  texts: { show: string; hide: string };
  children: ReactNode;
};

/** The list can be folded; this browser remembers it. */
export function StepsPanel({ title, progress, share, texts, children }: StepsPanelProps) {
  const isFolded = useSyncExternalStore(subscribe, readFolded, () => false);
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
        <h2 className="font-semibold text-sm">{title}</h2>
        <span className="h-1.5 w-28 overflow-hidden rounded-full bg-sunken" aria-hidden>
          <span className="block h-full rounded-full bg-pine" style={{ width: `${share * 100}%` }} />
        </span>
        <p className="text-ink-muted text-xs">{progress}</p>
        <button
          type="button"
          aria-expanded={!isFolded}
          onClick={toggle}
          className="ml-auto inline-flex min-h-7 items-center gap-1 rounded-sm px-1.5 text-ink-muted text-xs hover:text-ink"
        >
          {isFolded ? texts.show : texts.hide}
          <ChevronDown
            className={cx("size-3.5 transition-transform", !isFolded && "rotate-180")}
            aria-hidden
          />
        </button>
      </header>
      {isFolded ? null : <div className="border-line border-t px-4 py-3.5">{children}</div>}
    </section>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";

export type Id = string | number;

/**
 * Filter in the place of every row of the list, on the other pages too; the count is null when nobody counted so far.
 */
export type Matching = { count: number | null; body: Record<string, unknown> };

/** By what it stands for: another filter is another selection, the same one drawn anew is not. */
const keyOf = ({ body: { drawn_at: _, ...body } }: Matching) => JSON.stringify(body);

type Selection = {
  chosen: ReadonlySet<Id>;
  matching: Matching | null;
  /** The filter when it was taken: rows that came since are left out. */
  taken: Matching | null;
  /** The acts are meant for all that match, and not only for what is ticked. */
  isAll: boolean;
  takeAll: () => void;
  toggle: (ids: readonly Id[], on: boolean) => void;
  clear: () => void;
};

const SelectionContext = createContext<Selection | null>(null);

/** Holds the ticks of a table; lives around it so that its bar of actions can see them. */
export function SelectionScope({ matching, children }: { matching?: Matching; children: ReactNode }) {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const [taken, setTaken] = useState<Matching | null>(null);
  const selection = useMemo<Selection>(
    () => ({
      chosen,
      matching: matching ?? null,
      taken,
      isAll: taken !== null && matching !== undefined && keyOf(taken) === keyOf(matching),
      takeAll: () => setTaken(matching ?? null),
      toggle: (ids, on) => {
        setTaken(null);
        setChosen((before) => {
          const after = new Set(before);
          for (const id of ids) {
            if (on) after.add(id);
            else after.delete(id);
          }
          return after;
        });
      },
      clear: () => {
        setTaken(null);
        setChosen(new Set());
      },
    }),
    [chosen, matching, taken],
  );
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error("A selection needs a SelectionScope around it");
  return selection;
}

export function SelectAllBox({ ids, label }: { ids: readonly Id[]; label: string }) {
  const { chosen, toggle } = useSelection();
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <Checkbox
      aria-label={label}
      checked={count === 0 ? false : count === ids.length ? true : "indeterminate"}
      onCheckedChange={(on) => toggle(ids, on !== false)}
      className="size-4.5"
    />
  );
}

export function SelectBox({ id, label }: { id: Id; label: string }) {
  const { chosen, toggle } = useSelection();
  return (
    <Checkbox
      aria-label={`${label} ${id}`}
      checked={chosen.has(id)}
      onCheckedChange={(on) => toggle([id], on === true)}
      className="size-4.5"
    />
  );
}

type BulkBarProps = {
  children: ReactNode;
  /** Thing that a tick stands for where several rows share one. */
  unit?: "product";
};

/** Rises from below when something is ticked. */
export function BulkBar({ children, unit }: BulkBarProps) {
  const t = useTranslations("admin.table");
  const { chosen, clear, matching, taken, isAll, takeAll } = useSelection();
  if (chosen.size === 0) return null;
  return (
    <section
      aria-label={t("bulk")}
      className="fixed inset-x-3 bottom-[calc(0.75rem+var(--below,0px))] z-40 mx-auto flex max-w-3xl animate-enter flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised px-3 py-2 shadow-float"
    >
      <span className="tabular px-1 font-medium text-sm" aria-live="polite">
        {isAll && taken?.count === null
          ? t("everything")
          : t(unit === "product" ? "selectedProducts" : "selected", {
              count: (isAll && taken?.count) || chosen.size,
            })}
      </span>
      {matching && !isAll && (matching.count ?? Number.POSITIVE_INFINITY) > chosen.size ? (
        <Button variant="ghost" size="sm" onClick={takeAll}>
          {matching.count === null ? t("takeEverything") : t("takeAll", { count: matching.count })}
        </Button>
      ) : null}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        {children}
        <Button variant="ghost" size="sm" onClick={clear}>
          {t("clearSelection")}
        </Button>
      </div>
    </section>
  );
}

"use client";

import { ArrowDown, ArrowUp, GripVertical, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { moved, useSortable } from "@/components/admin/form/use-sortable";
import { Button } from "@/components/ui/button";

type OrderedListProps<T> = {
  items: readonly T[];
  nameOf: (item: T) => string;
  onChange: (items: T[]) => void;
  children: (item: T, change: (item: T) => void) => ReactNode;
};

/** Entries that are dragged, moved by buttons and taken out; each may have fields of its own. */
export function OrderedList<T>({ items, nameOf, onChange, children }: OrderedListProps<T>) {
  const t = useTranslations("admin-content.look");
  const sortable = useSortable(items, onChange);
  return (
    <ul className="flex flex-col gap-2">
      {/* Typing changes an entry: its place is all that stays the same. */}
      {Object.entries(items).map(([place, item]) => {
        const index = Number(place);
        const name = nameOf(item);
        const step = (by: number) => onChange(moved(items, index, index + by));
        return (
          <li
            key={place}
            {...sortable.row(index)}
            className="rounded-md border border-line bg-surface data-[over=true]:border-pine"
          >
            <div className="flex items-center gap-1 py-1 pr-1 pl-2">
              <GripVertical className="size-4 shrink-0 cursor-grab text-ink-faint" aria-hidden />
              <span className="min-w-0 flex-1 truncate px-1 font-medium text-sm" title={name}>
                {name}
              </span>
              <Button
                variant="ghost"
                size="icon-sm"
                disabled={index === 0}
                aria-label={t("moveUp", { name })}
                onClick={() => step(-1)}
              >
                <ArrowUp aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                disabled={index === items.length - 1}
                aria-label={t("moveDown", { name })}
                onClick={() => step(1)}
              >
                <ArrowDown aria-hidden />
              </Button>
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t("remove", { name })}
                onClick={() => onChange(items.filter((_, at) => at !== index))}
              >
                <Trash2 aria-hidden />
              </Button>
            </div>
            {children(item, (changed) => onChange(items.map((old, at) => (at === index ? changed : old))))}
          </li>
        );
      })}
    </ul>
  );
}

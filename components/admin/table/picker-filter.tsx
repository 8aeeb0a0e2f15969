"use client";

import { useId, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { laterOpened } from "@/components/ui/later";
import type { ProductName } from "@/lib/catalogue/admin/schema";
import { SharedIcon } from "../shared-icon";

const PickerBox = laterOpened(() => import("./picker-box").then((module) => module.PickerBox));

/** A choice among more rows than a select holds: they are searched. */
export type FilterPicker = {
  name: string;
  label: string;
  /** An address of the API that takes `search` and answers `products`. */
  path: string;
  /** Product that the address names now. */
  chosen: ProductName | null;
};

type PickerFilterProps = Omit<FilterPicker, "name"> & {
  isSet: boolean;
  className: string;
  onPick: (value: string) => void;
};

/** A filter whose rows are too many for a select: a button that opens a search. */
export function PickerFilter({ label, path, chosen, isSet, className, onPick }: PickerFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const title = isSet && chosen ? chosen.title : label;
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={title === label ? label : `${label}: ${title}`}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          className,
          "inline-flex max-w-48 items-center gap-2 text-left max-sm:max-w-none",
          isSet && "border-pine bg-pine-soft text-pine",
        )}
      >
        <span className="min-w-0 flex-1 truncate" title={title}>
          {title}
        </span>
        <SharedIcon name="ChevronDown" className="size-3.5 text-ink-faint" />
      </button>
      <PickerBox
        open={isOpen}
        onOpenChange={setOpen}
        button={button}
        id={id}
        label={label}
        path={path}
        chosen={isSet ? chosen : null}
        onPick={(value) => {
          setOpen(false);
          onPick(value);
        }}
      />
    </>
  );
}

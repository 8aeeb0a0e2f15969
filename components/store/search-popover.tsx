"use client";

import { SearchBox } from "./search-box";
import type { SearchLabels } from "./search-suggestions";

const inputId = "search-field";

type SearchPopoverProps = { id: string; labels: SearchLabels; isMember: boolean };

/** Opens from the magnifying glass on a phone, with the field in focus. */
export function SearchPopover({ id, labels, isMember }: SearchPopoverProps) {
  return (
    <div
      id={id}
      popover="auto"
      onToggle={(event) => {
        if (event.newState === "open") document.getElementById(inputId)?.focus();
      }}
      className="inset-x-0 top-15 bottom-auto w-full max-w-none overflow-visible border-line border-b bg-raised shadow-float open:animate-enter"
    >
      <div className="page py-3">
        <SearchBox labels={labels} isMember={isMember} inputId={inputId} />
      </div>
    </div>
  );
}

"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";
import { later } from "@/components/ui/later";
import type { SearchLabels } from "./search-suggestions";

/** Comes with the first key that is pressed, and not with every page. */
const SearchSuggestions = later(() =>
  import("./search-suggestions").then((module) => module.SearchSuggestions),
);

type SearchBoxProps = {
  labels: SearchLabels;
  /** Members see their own prices. */
  isMember: boolean;
  className?: string;
  inputId?: string;
  initial?: string;
};

/** Goods are offered while one types; Enter, and a browser without script, go to the list. */
export function SearchBox({ labels, isMember, className, inputId, initial = "" }: SearchBoxProps) {
  const frame = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(false);

  /** Down and up move through field and suggestions, Escape closes them. */
  function move(event: KeyboardEvent) {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
      input.current?.focus();
      return;
    }
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || !isOpen) return;
    const stops = [...(frame.current?.querySelectorAll<HTMLElement>("input[type=search], a") ?? [])];
    const next = stops[stops.findIndex((stop) => stop === document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <search
      ref={frame}
      className={cx("relative", className)}
      onKeyDown={move}
      onBlur={(event) => {
        if (!frame.current?.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <form action="/products" className="relative">
        <Search
          className="pointer-events-none absolute top-1/2 start-3 size-4 -translate-y-1/2 text-ink-faint"
          aria-hidden
        />
        <input
          ref={input}
          id={inputId}
          type="search"
          name="search"
          maxLength={100}
          aria-label={labels.search}
          placeholder={labels.search}
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(event.target.value.trim().length > 1);
          }}
          className="control border-line-strong ps-9"
        />
      </form>
      {isOpen ? (
        <SearchSuggestions
          text={text.trim()}
          labels={labels}
          isMember={isMember}
          onLeave={() => setOpen(false)}
        />
      ) : null}
    </search>
  );
}

"use client";

import { Search, SlidersHorizontal, X } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useId, useState, useTransition } from "react";
import { DayField } from "@/components/admin/day-field";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { ScriptForm } from "@/components/ui/script-form";
import { addDays, dayIn, isDay, startOfDay } from "@/lib/core/days";
import { SharedIcon } from "../shared-icon";
import { type FilterPicker, PickerFilter } from "./picker-filter";

export type FilterSelect = {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
};

type FilterBarProps = {
  search?: { name?: string; placeholder: string };
  /** In place of a search whose text must not stand in the address. */
  lead?: ReactNode;
  selects?: readonly FilterSelect[];
  picker?: FilterPicker | undefined;
  /** Two days of the shop's time zone; the URL carries them as the ISO times `from` (included) and `to` (not included). */
  dates?: boolean;
  children?: ReactNode;
};

const small = "control list-filter";

/** Every filter lives in the address, so that a list can be shared, reloaded and gone back to. */
export function FilterBar({ search, lead, selects = [], picker, dates, children }: FilterBarProps) {
  const t = useTranslations("admin.table");
  const router = useRouter();
  const pathname = usePathname();
  const parameters = useSearchParams();
  const [pending, start] = useTransition();
  const [isOpen, setOpen] = useState(false);
  const panelId = useId();

  function change(changes: Record<string, string>) {
    const next = new URLSearchParams(parameters);
    next.delete("page");
    next.delete("before");
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    start(() => router.replace(text ? `${pathname}?${text}` : pathname, { scroll: false }));
  }

  const chosen = [...selects, ...(picker ? [picker] : [])].map(({ name }) => name);
  const names = [search?.name ?? "search", ...chosen, ...(dates ? ["from", "to"] : [])];
  const isFiltered = names.some((name) => parameters.has(name));
  // On a phone several filters would push the list off the screen: one button opens them, and says how many are set.
  const isFolding = chosen.length + (dates ? 1 : 0) > 1;
  const set =
    chosen.filter((name) => parameters.has(name)).length +
    (dates && (parameters.has("from") || parameters.has("to")) ? 1 : 0);
  const timeZone = useTimeZone() ?? "UTC";
  const dayOf = (name: string) => {
    const at = new Date(parameters.get(name) ?? "");
    const day = Number.isNaN(at.getTime()) ? "" : dayIn(at, timeZone);
    return isDay(day) ? day : "";
  };
  const beginOf = (day: string) => (day ? startOfDay(day, timeZone).toISOString() : "");
  const from = dayOf("from");
  const to = dayOf("to") && addDays(dayOf("to"), -1);

  return (
    <search
      className={cx("mb-3 flex flex-wrap items-center gap-2 transition-opacity", pending && "opacity-60")}
    >
      {search ? (
        <SearchField
          key={parameters.get(search.name ?? "search") ?? ""}
          placeholder={search.placeholder}
          value={parameters.get(search.name ?? "search") ?? ""}
          onSearch={(value) => change({ [search.name ?? "search"]: value })}
        />
      ) : null}
      {lead}
      {isFolding ? (
        <Button
          variant="secondary"
          size="sm"
          className="sm:hidden"
          aria-expanded={isOpen}
          aria-controls={panelId}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden />
          {t("filters", { count: set })}
        </Button>
      ) : null}
      <div
        id={panelId}
        className={cx(
          "sm:contents",
          isFolding
            ? cx("max-sm:w-full max-sm:grid-cols-2 max-sm:gap-2", isOpen ? "max-sm:grid" : "max-sm:hidden")
            : "max-sm:contents",
        )}
      >
        {selects.map(({ name, label, options }) => {
          const value = parameters.get(name) ?? "";
          return (
            <span key={name} className={cx("relative", isFolding && "max-sm:w-full")}>
              <select
                aria-label={label}
                value={value}
                onChange={(event) => change({ [name]: event.target.value })}
                className={cx(
                  small,
                  "filter-select",
                  isFolding && "max-sm:w-full max-sm:max-w-none",
                  value && "border-pine bg-pine-soft text-pine",
                )}
              >
                <option value="">{label}</option>
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
              <SharedIcon name="ChevronDown" className="filter-arrow" />
            </span>
          );
        })}
        {picker ? (
          <PickerFilter
            {...picker}
            isSet={parameters.has(picker.name)}
            className={cx(small, isFolding ? "max-sm:w-full" : "w-auto")}
            onPick={(value) => change({ [picker.name]: value })}
          />
        ) : null}
        {dates ? (
          <span className="flex items-center gap-1.5 max-sm:col-span-2">
            <DayField
              label={t("fromDay")}
              value={from}
              max={to}
              onDay={(day) => change({ from: beginOf(day) })}
            />
            <span className="text-ink-faint" aria-hidden>
              –
            </span>
            <DayField
              label={t("toDay")}
              value={to}
              min={from}
              onDay={(day) => change({ to: day && beginOf(addDays(day, 1)) })}
            />
          </span>
        ) : null}
      </div>
      {isFiltered ? (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => change(Object.fromEntries(names.map((name) => [name, ""])))}
        >
          <X aria-hidden />
          {t("clear")}
        </Button>
      ) : null}
      {children ? <div className="ml-auto flex flex-wrap items-center gap-2">{children}</div> : null}
    </search>
  );
}

function SearchField({
  value,
  placeholder,
  onSearch,
}: {
  value: string;
  placeholder: string;
  onSearch: (value: string) => void;
}) {
  const [text, setText] = useState(value);

  return (
    <ScriptForm className="relative min-w-56 flex-1 sm:max-w-80" onSend={() => onSearch(text.trim())}>
      <Search
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
        aria-hidden
      />
      <input
        type="search"
        data-list-search
        aria-label={placeholder}
        placeholder={placeholder}
        value={text}
        maxLength={200}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onBlur={() => {
          if (text.trim() !== value) onSearch(text.trim());
        }}
        className={cx(small, "pl-8")}
      />
    </ScriptForm>
  );
}

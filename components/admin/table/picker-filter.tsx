"use client";

import { Command } from "cmdk";
import { Check, ChevronDown, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/popover";
import { type ReactNode, useDeferredValue, useState } from "react";
import { useApi } from "@/components/api/use-api";
import { cx } from "@/components/ui/cx";
import type { ProductName } from "@/lib/catalogue/admin/schema";

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
  const title = isSet && chosen ? chosen.title : label;
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger
        aria-label={title === label ? label : `${label}: ${title}`}
        className={cx(
          className,
          "inline-flex max-w-48 items-center gap-2 text-left max-sm:max-w-none",
          isSet && "border-pine bg-pine-soft text-pine",
        )}
      >
        <span className="min-w-0 flex-1 truncate" title={title}>
          {title}
        </span>
        <ChevronDown className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
          className="z-50 w-80 max-w-[calc(100vw-1rem)] animate-enter overflow-hidden rounded-md border border-line bg-raised shadow-float"
        >
          <Choices
            label={label}
            path={path}
            chosen={isSet ? chosen : null}
            onPick={(value) => {
              setOpen(false);
              onPick(value);
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type ChoicesProps = Pick<PickerFilterProps, "label" | "path" | "chosen" | "onPick">;

function Choices({ label, path, chosen, onPick }: ChoicesProps) {
  const t = useTranslations("admin.table");
  const [text, setText] = useState("");
  const asked = useDeferredValue(text.trim());
  const { data, isLoading } = useApi<{ products: ProductName[] }>(
    `${path}?${new URLSearchParams(asked ? { search: asked } : {})}`,
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  return (
    <Command shouldFilter={false} label={label} loop>
      <div className="flex items-center gap-2 border-line border-b px-3">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={t("find")}
          spellCheck={false}
          maxLength={100}
          className="h-10 w-full bg-transparent text-sm focus:outline-none"
        />
      </div>
      <Command.List className="max-h-72 overflow-y-auto p-1" label={label}>
        {chosen && asked === "" ? (
          <Choice value="any" onSelect={() => onPick("")}>
            {label}
          </Choice>
        ) : null}
        {(data?.products ?? []).map(({ id, title }) => (
          <Choice
            key={id}
            value={String(id)}
            isChosen={id === chosen?.id}
            onSelect={() => onPick(String(id))}
          >
            {title}
          </Choice>
        ))}
        <Command.Empty className="px-3 py-4 text-center text-ink-muted text-sm">
          {isLoading ? t("finding") : t("noMatch")}
        </Command.Empty>
      </Command.List>
    </Command>
  );
}

type ChoiceProps = { value: string; isChosen?: boolean; onSelect: () => void; children: ReactNode };

const Choice = ({ value, isChosen = false, onSelect, children }: ChoiceProps) => (
  <Command.Item
    value={value}
    onSelect={onSelect}
    className="flex min-h-9 cursor-pointer items-center gap-2 rounded-sm px-2.5 py-1.5 text-sm data-[selected=true]:bg-sunken"
  >
    <span className="wrap-anywhere min-w-0 flex-1">{children}</span>
    {isChosen ? <Check className="size-4 shrink-0 text-pine" aria-hidden /> : null}
  </Command.Item>
);

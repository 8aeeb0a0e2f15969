"use client";

import { Command } from "cmdk";
import { Check, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/popover";
import { type ReactNode, type RefObject, useDeferredValue, useState } from "react";
import { useApi } from "@/components/admin/use-api";
import type { ProductName } from "@/lib/catalogue/admin/schema";

export type PickerBoxProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button that it stands below. */
  button: RefObject<HTMLButtonElement | null>;
  id: string;
  label: string;
  path: string;
  chosen: ProductName | null;
  onPick: (value: string) => void;
};

/** A search among the rows, below the button. */
export const PickerBox = ({ open, onOpenChange, button, id, ...choices }: PickerBoxProps) => (
  <Radix.Root open={open} onOpenChange={onOpenChange}>
    <Radix.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
    <Radix.Portal>
      <Radix.Content
        id={id}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        aria-label={choices.label}
        // A press on the button closes it by itself.
        onInteractOutside={(event) => {
          if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          button.current?.focus();
        }}
        className="z-50 w-80 max-w-[calc(100vw-1rem)] animate-enter overflow-hidden rounded-md border border-line bg-raised shadow-float"
      >
        <Choices {...choices} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

type ChoicesProps = Pick<PickerBoxProps, "label" | "path" | "chosen" | "onPick">;

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
      </Command.List>
      {/* A list of choices holds nothing but choices. */}
      <Command.Empty className="px-3 py-4 text-center text-ink-muted text-sm">
        {isLoading ? t("finding") : t("noMatch")}
      </Command.Empty>
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

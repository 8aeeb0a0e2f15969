"use client";

import { CornerDownLeft, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/dialog";
import { type KeyboardEvent, useId, useState } from "react";
import { mayLeave } from "@/components/admin/form/use-unsaved";
import { cx } from "@/components/ui/cx";
import { allowedNavigation } from "./nav";

type Entry = { key: string; label: string; note?: string; href: string };

type CommandPaletteProps = {
  permissions: readonly string[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** One box for everything: pages by name; an order number, an address or a word goes to the list that knows it. */
export function CommandPalette({ permissions, open, onOpenChange }: CommandPaletteProps) {
  const t = useTranslations("admin.palette");
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-veil bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl animate-enter overflow-hidden rounded-xl border border-line bg-raised shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">{t("title")}</Radix.Title>
          <Palette permissions={permissions} onClose={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Palette({ permissions, onClose }: { permissions: readonly string[]; onClose: () => void }) {
  const t = useTranslations("admin.palette");
  const nav = useTranslations("admin.nav");
  const router = useRouter();
  const listId = useId();
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);

  const word = text.trim();
  const needle = word.toLowerCase();
  const pages: Entry[] = allowedNavigation(permissions).flatMap((group) =>
    group.items.map((item) => ({
      key: item.key,
      label: nav(item.key),
      href: item.href,
      ...(group.key === "top" ? {} : { note: nav(`group.${group.key}`) }),
    })),
  );
  const searches: Entry[] =
    word === ""
      ? []
      : (
          [
            ["orders:read", "orders", "/admin/orders"],
            ["catalogue:read", "products", "/admin/products"],
            ["customers:read", "users", "/admin/users"],
          ] as const
        )
          .filter(([permission]) => permissions.includes(permission))
          .map(([, key, href]) => ({
            key: `search-${key}`,
            label: t(`find.${key}`, { word }),
            href: `${href}?search=${encodeURIComponent(word)}`,
          }));
  const matches = pages.filter(
    ({ label, href }) => label.toLowerCase().includes(needle) || href.includes(needle),
  );
  const looksLikeOrder = /^k[0-9a-z]{8,}$/i.test(word) || word.includes("@");
  const entries =
    word === "" ? pages : looksLikeOrder ? [...searches, ...matches] : [...matches, ...searches];
  const chosen = entries[Math.min(active, entries.length - 1)];

  function go(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    void mayLeave().then((leaves) => {
      if (leaves) router.push(entry.href);
    });
  }

  function press(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((now) => (now + step + entries.length) % Math.max(1, entries.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      go(chosen);
    }
  }

  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={chosen ? `${listId}-${chosen.key}` : undefined}
          aria-label={t("title")}
          placeholder={t("placeholder")}
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value);
            setActive(0);
          }}
          onKeyDown={press}
          className="h-13 w-full bg-transparent text-base focus:outline-none"
        />
      </div>
      <div id={listId} role="listbox" aria-label={t("title")} className="max-h-[50vh] overflow-y-auto p-1.5">
        {entries.map((entry) => (
          <div
            key={entry.key}
            id={`${listId}-${entry.key}`}
            role="option"
            tabIndex={-1}
            aria-selected={entry === chosen}
            onPointerMove={() => setActive(entries.indexOf(entry))}
            onPointerDown={(event) => {
              event.preventDefault();
              go(entry);
            }}
            className={cx(
              "flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm",
              entry === chosen && "bg-pine-soft text-pine",
            )}
          >
            <span className="min-w-0 flex-1 truncate">{entry.label}</span>
            {entry.note ? <span className="text-ink-faint text-xs">{entry.note}</span> : null}
            {entry === chosen ? <CornerDownLeft className="size-3.5" aria-hidden /> : null}
          </div>
        ))}
      </div>
    </>
  );
}

"use client";

import { Command } from "cmdk";
import { CornerDownLeft, ListTodo, Plus, Search, Undo2, Upload } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import * as Radix from "radix-ui/dialog";
import {
  type KeyboardEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from "react";
import useSWR from "swr";
import { mayLeave } from "@/components/admin/form/use-unsaved";
import { api } from "@/components/api/client";
import { useFocusBack } from "@/components/ui/use-focus-back";
import type { FoundThings } from "@/lib/reports/schema";
import { SharedIcon } from "../shared-icon";
import { allowedNavigation, currentNavKey, type NavTitles } from "./nav";
import { readOpened } from "./opened-pages";
import { takeTyped } from "./typed-ahead";

type CommandPaletteProps = {
  /** Member of staff whose pages were opened. */
  staff: string;
  permissions: readonly string[];
  titles: NavTitles;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** One box for everything: orders, trade numbers, keys, gift codes, people, goods and sites; pages; and what can be made. */
export function CommandPalette({ open, onOpenChange, ...props }: CommandPaletteProps) {
  const t = useTranslations("admin.palette");
  const focus = useFocusBack();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 animate-veil bg-veil" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.note}
          onCloseAutoFocus={focus.giveBack}
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-xl animate-enter overflow-hidden rounded-xl border border-line bg-raised shadow-float focus:outline-none"
        >
          <Radix.Title className="sr-only">{t("title")}</Radix.Title>
          <Palette {...props} onClose={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Acts; one that makes something new has a plus. */
const acts = [
  { key: "product", permission: "catalogue:write", href: "/admin/products/new", icon: Plus },
  { key: "post", permission: "content:write", href: "/admin/posts/new", icon: Plus },
  { key: "keys", permission: "stock:write", href: "/admin/stock", icon: Upload },
  { key: "todo", permission: "orders:read", href: "/admin/orders?tab=todo", icon: ListTodo },
  { key: "refunds", permission: "payments:read", href: "/admin/refunds", icon: Undo2 },
] as const;

const least = 2;

type PaletteProps = Omit<CommandPaletteProps, "open" | "onOpenChange"> & { onClose: () => void };

function Palette({ staff, permissions, titles, onClose }: PaletteProps) {
  const t = useTranslations("admin.palette");
  const nav = useTranslations("admin.nav");
  const router = useRouter();
  const here = usePathname();
  const [opened] = useState(() => readOpened(staff).filter(({ href }) => href !== here));
  const [text, setText] = useState("");
  const word = text.trim();
  const asked = useDeferredValue(word);
  const { data, error } = useSWR(
    asked.length < least ? null : ["find", asked],
    async () => ({
      of: asked,
      ...(await api<FoundThings>("/admin/find", { method: "POST", body: { text: asked } })),
    }),
    { keepPreviousData: true, revalidateOnFocus: false, dedupingInterval: 2_000 },
  );
  const hits = word.length < least ? [] : (data?.hits ?? []);
  const isSearching = word.length >= least && data?.of !== word && !error;
  const needle = word.toLowerCase();
  const isNamed = (label: string) => label.toLowerCase().includes(needle);
  const allowed = allowedNavigation(permissions).flatMap((group) =>
    group.items.map((item) => ({ ...item, label: titles[item.key], group: group.key })),
  );
  const pages = allowed.filter(({ label, href }) => isNamed(label) || href.includes(needle));
  const recent = word === "" ? opened : [];
  const possible = acts.filter(
    ({ key, permission }) => permissions.includes(permission) && isNamed(t(`acts.${key}`)),
  );

  function go(href: string) {
    onClose();
    void mayLeave().then((leaves) => {
      if (leaves) router.push(href);
    });
  }

  // Enter pressed before the answer came opens what then stands first, and not what an earlier text had found.
  const [awaited, setAwaited] = useState<string | null>(null);
  const first = (hits[0] ?? possible[0] ?? pages[0])?.href;
  const isDue = awaited !== null && awaited === word && !isSearching && first !== undefined;
  const goFirst = useEffectEvent(() => {
    if (first !== undefined) go(first);
  });
  useEffect(() => {
    if (isDue) goFirst();
  }, [isDue]);

  useEffect(() => {
    const typed = takeTyped();
    if (typed.text === "") return;
    setText(typed.text);
    if (typed.isSent) setAwaited(typed.text.trim());
  }, []);

  function press(event: KeyboardEvent) {
    const isListed = hits.length === 0 && (possible.length > 0 || pages.length > 0);
    if (event.key !== "Enter" || event.nativeEvent.isComposing || !isSearching || isListed) return;
    event.preventDefault();
    setAwaited(word);
  }

  return (
    <Command shouldFilter={false} label={t("title")} loop onKeyDown={press}>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search className="size-4 shrink-0 text-ink-faint" aria-hidden />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          placeholder={t("placeholder")}
          spellCheck={false}
          maxLength={16_384}
          className="h-13 w-full bg-transparent text-base focus:outline-none"
        />
      </div>
      <Command.List className="max-h-[56vh] overflow-y-auto p-1.5" label={t("title")}>
        {hits.length > 0 ? (
          <Group heading={t("found")}>
            {hits.map((hit) => (
              <Entry
                key={`${hit.kind} ${hit.href} ${hit.title}`}
                value={`hit ${hit.kind} ${hit.href} ${hit.title}`}
                onSelect={() => go(hit.href)}
                note={t(`kinds.${hit.kind}`)}
              >
                <span className="block truncate" title={hit.title}>
                  {hit.title}
                </span>
                {hit.note ? (
                  <span className="block truncate text-ink-faint text-xs" title={hit.note}>
                    {hit.note}
                  </span>
                ) : null}
              </Entry>
            ))}
          </Group>
        ) : null}
        {recent.length > 0 ? (
          <Group heading={t("recent")}>
            {recent.map(({ href, title }) => {
              // A page that the role may not open any more is not offered.
              const of = allowed.find(({ key }) => key === currentNavKey(href));
              return of ? (
                <Entry
                  key={href}
                  value={`recent ${href}`}
                  onSelect={() => go(href)}
                  icon={<SharedIcon name={of.icon} />}
                  note={of.label}
                >
                  {title}
                </Entry>
              ) : null;
            })}
          </Group>
        ) : null}
        {possible.length > 0 ? (
          <Group heading={t("do")}>
            {possible.map(({ key, href, icon: Icon }) => (
              <Entry key={key} value={`act ${key}`} onSelect={() => go(href)} icon={<Icon aria-hidden />}>
                {t(`acts.${key}`)}
              </Entry>
            ))}
          </Group>
        ) : null}
        {pages.length > 0 ? (
          <Group heading={t("pages")}>
            {pages.map((page) => (
              <Entry
                key={page.key}
                value={`page ${page.key}`}
                onSelect={() => go(page.href)}
                icon={<SharedIcon name={page.icon} />}
                note={page.group === "top" ? undefined : nav(`group.${page.group}`)}
              >
                {page.label}
              </Entry>
            ))}
          </Group>
        ) : null}
      </Command.List>
      {/* A list of choices holds nothing but choices. */}
      <Command.Empty className="px-3 py-6 text-center text-ink-muted text-sm">
        {isSearching ? t("searching") : t("nothing")}
      </Command.Empty>
    </Command>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-3 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-ink-faint **:[[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

type EntryProps = {
  value: string;
  onSelect: () => void;
  icon?: ReactNode;
  note?: string | undefined;
  children: ReactNode;
};

function Entry({ value, onSelect, icon, note, children }: EntryProps) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="group flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-pine-soft data-[selected=true]:text-pine [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note ? <span className="shrink-0 text-ink-muted text-xs">{note}</span> : null}
      <CornerDownLeft className="opacity-0 group-data-[selected=true]:opacity-100" aria-hidden />
    </Command.Item>
  );
}

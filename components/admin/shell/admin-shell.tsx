"use client";

import { Bell, Clock, Menu, Search } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTimeZone, useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useApi } from "@/components/admin/use-api";
import { LogoMark } from "@/components/store/logo";
import { LanguageSwitch, ThemeSwitch } from "@/components/store/preferences";
import { Button, buttonClass } from "@/components/ui/button";
import { ShopTime } from "@/components/ui/date-time";
import { laterOpened } from "@/components/ui/later";
import { Link } from "@/components/ui/link";
import { Toaster } from "@/components/ui/toast";
import type { Locale, Theme } from "@/messages/locales";
import { AccountMenu } from "./account-menu";
import { DailyBar } from "./daily-bar";
import { Kbd } from "./kbd";
import { LoginAgain } from "./login-again";
import type { NavTitles } from "./nav";
import { useNoteOpened } from "./opened-pages";
import { ProofDialog } from "./proof-dialog";
import { SeenRole } from "./seen-role";
import { type NavCounts, SideNav } from "./side-nav";
import { keepTyped } from "./typed-ahead";
import { UnsavedGuard } from "./unsaved-guard";
import { useActivity } from "./use-activity";
import { useHotkeys } from "./use-hotkeys";
import { useKeptFocus } from "./use-kept-focus";

const CommandPalette = laterOpened(() => import("./command-palette").then((module) => module.CommandPalette));
const HotkeyHelp = laterOpened(() => import("./hotkey-help").then((module) => module.HotkeyHelp));
const MenuSheet = laterOpened(() => import("./menu-sheet").then((module) => module.MenuSheet));

type AdminShellProps = {
  siteName: string;
  actor: { email: string; role: "owner" | "manager" | "support" | "viewer"; ownRole: string | null };
  isLooking: boolean;
  permissions: readonly string[];
  titles: NavTitles;
  counts: NavCounts;
  pins: readonly string[];
  mostPins: number;
  folded: readonly string[];
  theme: Theme;
  /** Languages that the shop offers and the admin is written in. */
  languages: readonly Locale[];
  children: ReactNode;
};

/** The one frame of every admin page: side bar, top bar, palette, hot keys. */
export function AdminShell({
  siteName,
  actor,
  isLooking,
  permissions,
  titles,
  counts,
  pins,
  mostPins,
  folded,
  theme,
  languages,
  children,
}: AdminShellProps) {
  const t = useTranslations("admin.shell");
  const zone = useTimeZone() ?? "UTC";
  const [isMenu, setMenu] = useState(false);
  const [isPalette, setPalette] = useState(false);
  const [isHelp, setHelp] = useState(false);
  function search() {
    keepTyped(() => setPalette(false));
    setPalette(true);
  }
  useHotkeys(permissions, { search, help: () => setHelp(true) });
  // The page came with the counts of its moment.
  const { data } = useApi<{ counts: NavCounts }>("/admin/reports/attention", {
    refreshInterval: 30_000,
    fallbackData: { counts },
    revalidateOnMount: false,
  });
  useActivity();
  useKeptFocus();
  useNoteOpened(actor.email, usePathname());
  const live = data?.counts ?? counts;
  const tasks = live.tasks ?? 0;
  const menu = { permissions, titles, counts: live, pins, mostPins, folded };

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[14.5rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-pine px-4 py-2 text-on-pine focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t("skip")}
      </a>
      <aside className="sticky top-0 hidden h-dvh flex-col border-line border-r lg:flex">
        <Brand siteName={siteName} />
        <div className="min-h-0 flex-1 overflow-y-auto px-3 pb-6">
          <SideNav {...menu} />
        </div>
      </aside>

      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-13 items-center gap-1.5 border-line border-b bg-paper/90 px-3 backdrop-blur-md sm:px-5">
          <Button
            variant="ghost"
            size="icon-sm"
            className="lg:hidden"
            aria-label={t("menu")}
            onClick={() => setMenu(true)}
          >
            <Menu aria-hidden />
          </Button>
          <button
            type="button"
            onClick={search}
            className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-left text-ink-faint text-sm hover:border-line-strong sm:max-w-80"
          >
            <Search className="size-4 shrink-0" aria-hidden />
            <span className="truncate">{t("search")}</span>
            <span className="ml-auto hidden gap-1 sm:flex" aria-hidden>
              <Kbd>Ctrl</Kbd>
              <Kbd>K</Kbd>
            </span>
          </button>
          <div className="ml-auto flex items-center gap-0.5">
            <Link
              href="/admin/tasks"
              className={buttonClass("ghost", "icon-sm", "relative")}
              aria-label={t("tasks", { count: tasks })}
            >
              <Bell aria-hidden />
              {tasks > 0 ? (
                <span className="tabular absolute top-0.5 right-0 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 font-semibold text-[0.625rem] text-on-danger">
                  {tasks > 99 ? "99+" : tasks}
                </span>
              ) : null}
            </Link>
            <Link
              href="/admin/settings"
              title={t("zone", { zone })}
              className="mr-1 hidden items-center gap-1.5 rounded-sm px-1.5 text-ink-faint text-xs hover:text-ink md:inline-flex"
            >
              <Clock className="size-3.5" aria-hidden />
              <span className="sr-only">{t("zone", { zone })}</span>
              <span aria-hidden>{zone}</span>
            </Link>
            <LanguageSwitch languages={languages} floats className="max-sm:hidden" />
            <ThemeSwitch theme={theme} />
            <AccountMenu
              email={actor.email}
              role={actor.role}
              ownRole={actor.ownRole}
              onHelp={() => setHelp(true)}
            />
          </div>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="w-full max-w-[92rem] px-3 py-5 focus:outline-none max-lg:pb-20 sm:px-6 sm:py-6"
        >
          {isLooking ? <SeenRole role={actor.role} ownRole={actor.ownRole} /> : null}
          <ShopTime>{children}</ShopTime>
        </main>
      </div>

      <DailyBar {...menu} onMenu={() => setMenu(true)} />
      <MenuSheet {...menu} title={siteName} languages={languages} open={isMenu} onOpenChange={setMenu} />
      <CommandPalette
        staff={actor.email}
        permissions={permissions}
        titles={titles}
        open={isPalette}
        onOpenChange={setPalette}
      />
      <HotkeyHelp permissions={permissions} titles={titles} open={isHelp} onOpenChange={setHelp} />
      <LoginAgain email={actor.email} />
      <ProofDialog />
      <UnsavedGuard />
      <Toaster />
    </div>
  );
}

function Brand({ siteName }: { siteName: string }) {
  return (
    <Link
      href="/admin"
      className="mb-4 flex h-13 shrink-0 items-center gap-2 px-5 font-semibold tracking-tight"
    >
      <LogoMark className="size-6 shrink-0" />
      <span className="truncate">{siteName}</span>
    </Link>
  );
}

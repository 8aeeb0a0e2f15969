import { cookies } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ClientMessages } from "@/components/store/client-messages";
import { LogoMark } from "@/components/store/logo";
import { LanguageSwitch, ThemeSwitch } from "@/components/store/preferences";
import { Toaster } from "@/components/ui/toast";
import { offeredLocales } from "@/lib/core/locale";
import { getSettings } from "@/lib/settings/queries";
import { isTheme, themeCookie } from "@/messages/locales";
import { readIn } from "@/messages/parts";

/** Pages before the admin proper: the log-in, and the account page that a one-time password leads to. */
export default async function DoorLayout({ children }: { children: ReactNode }) {
  const [{ siteName, locales }, t, jar] = await Promise.all([
    getSettings(),
    getTranslations("admin"),
    cookies(),
  ]);
  const languages = offeredLocales(locales).filter((locale) => readIn(locale, "admin") === locale);
  const theme = jar.get(themeCookie)?.value;
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-15 items-center justify-between px-4 sm:px-6">
        <span className="flex min-w-0 items-center gap-2 font-semibold">
          <LogoMark className="size-6 shrink-0" />
          <span className="truncate">{siteName}</span>
          <span className="font-normal text-ink-faint">{t("title")}</span>
        </span>
        <span className="flex items-center">
          <LanguageSwitch languages={languages} floats />
          <ThemeSwitch theme={isTheme(theme) ? theme : "system"} />
        </span>
      </header>
      <main className="grid flex-1 grid-cols-1 place-items-center px-4 pt-4 pb-16">
        <ClientMessages areas={["admin.door", "admin.error", "admin.form"]}>{children}</ClientMessages>
      </main>
      <Toaster />
    </div>
  );
}

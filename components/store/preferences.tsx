"use client";

import { Languages, Moon, Sun, SunMoon } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import {
  isTheme,
  type Locale,
  languageTag,
  localeCookie,
  localeName,
  splitLocale,
  type Theme,
  themeCookie,
  themes,
} from "@/messages/locales";

/** The route that the forms post to without script as well; it sets the cookie. */
async function remember(name: string, value: string): Promise<void> {
  await fetch("/preferences", {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    redirect: "manual",
    // Goes on when the reader leaves the page at once.
    keepalive: true,
  });
}

/** A form that works by itself; with script the page stays where it is. */
export function LanguageSwitch({ to, className }: { to: Locale; className?: string }) {
  const t = useTranslations("common.preferences");
  const router = useRouter();

  async function change(event: FormEvent) {
    event.preventDefault();
    await remember(localeCookie, to);
    // An address with a language keeps to it; the choice holds on the one without.
    const { locale: named, pathname } = splitLocale(window.location.pathname);
    if (named) router.push(pathname + window.location.search);
    else router.refresh();
  }

  return (
    <form action="/preferences" method="post" onSubmit={change} className={className}>
      <BackField />
      <button
        type="submit"
        name={localeCookie}
        value={to}
        lang={languageTag[to]}
        aria-label={t("switchLanguage")}
        className={buttonClass("ghost", "sm")}
      >
        <Languages aria-hidden />
        {localeName(to)}
      </button>
    </form>
  );
}

const icons = { system: SunMoon, light: Sun, dark: Moon } as const;

export function ThemeSwitch({ theme: saved, className }: { theme: Theme; className?: string }) {
  const t = useTranslations("common.preferences");
  const [theme, setTheme] = useState(saved);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "system";
  const Icon = icons[theme];

  function change(event: FormEvent) {
    event.preventDefault();
    void remember(themeCookie, next);
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    if (isTheme(next)) setTheme(next);
  }

  return (
    <form action="/preferences" method="post" onSubmit={change} className={className}>
      <BackField />
      <button
        type="submit"
        name={themeCookie}
        value={next}
        aria-label={t("theme", { theme: t(theme) })}
        title={t("theme", { theme: t(theme) })}
        className={buttonClass("ghost", "icon-sm")}
      >
        <Icon aria-hidden />
      </button>
    </form>
  );
}

function BackField() {
  const pathname = usePathname();
  const query = useSearchParams().toString();
  return <input type="hidden" name="back" value={query ? `${pathname}?${query}` : pathname} />;
}

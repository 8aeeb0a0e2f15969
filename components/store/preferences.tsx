"use client";

import { ChevronDown, Languages, Moon, Sun, SunMoon } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useState } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
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
export async function remember(name: string, value: string): Promise<void> {
  await fetch("/preferences", {
    method: "POST",
    body: new URLSearchParams({ [name]: value }),
    redirect: "manual",
    // Goes on when the reader leaves the page at once.
    keepalive: true,
  });
}

type LanguageSwitchProps = {
  /** Languages that can be chosen here. */
  languages: readonly Locale[];
  /** The menu lies over what follows. */
  floats?: boolean;
  className?: string;
};

/**
 * A form that works by itself; with script the page stays where it is. One other language is a button, several are a menu, and none is
 * nothing.
 */
export function LanguageSwitch({ languages, floats = false, className }: LanguageSwitchProps) {
  const router = useRouter();
  const current = useLocale();
  const others = languages.filter((locale) => locale !== current);

  async function change(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { nativeEvent } = event;
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    if (!(submitter instanceof HTMLButtonElement)) return;
    const menu = submitter.closest("details");
    if (menu) menu.open = false;
    await remember(localeCookie, submitter.value);
    // An address with a language keeps to it; the choice holds on the one without.
    const { locale: named, pathname } = splitLocale(window.location.pathname);
    if (named) router.push(pathname + window.location.search);
    else router.refresh();
  }

  const [only] = others;
  if (!only) return null;
  return (
    <form action="/preferences" method="post" onSubmit={change} className={className}>
      <BackField />
      {others.length === 1 ? (
        <LanguageButton locale={only} />
      ) : (
        <LanguageMenu current={current} others={others} floats={floats} />
      )}
    </form>
  );
}

function LanguageButton({ locale }: { locale: Locale }) {
  const t = useTranslations("common.preferences");
  return (
    <button
      type="submit"
      name={localeCookie}
      value={locale}
      aria-label={t("switchLanguage", { name: localeName(locale) })}
      className={buttonClass("ghost", "sm")}
    >
      <Languages aria-hidden />
      <span lang={languageTag[locale]}>{localeName(locale)}</span>
    </button>
  );
}

type LanguageMenuProps = { current: Locale; others: readonly Locale[]; floats: boolean };

function LanguageMenu({ current, others, floats }: LanguageMenuProps) {
  const t = useTranslations("common.preferences");
  const close = (menu: HTMLDetailsElement) => {
    menu.open = false;
  };
  return (
    <details
      className={cx("group", floats && "relative")}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (floats && !currentTarget.contains(relatedTarget)) close(currentTarget);
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== "Escape" || !currentTarget.open) return;
        close(currentTarget);
        currentTarget.querySelector("summary")?.focus();
      }}
    >
      <summary
        aria-label={t("switchLanguage", { name: localeName(current) })}
        className={buttonClass("ghost", "sm", "cursor-pointer list-none [&::-webkit-details-marker]:hidden")}
      >
        <Languages aria-hidden />
        <span>{localeName(current)}</span>
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      <ul
        className={cx(
          floats &&
            "absolute end-0 z-50 mt-1 min-w-40 rounded-md border border-line bg-raised p-1 shadow-float",
        )}
      >
        {others.map((locale) => (
          <li key={locale}>
            <button
              type="submit"
              name={localeCookie}
              value={locale}
              lang={languageTag[locale]}
              className={buttonClass("ghost", "sm", "w-full justify-start")}
            >
              {localeName(locale)}
            </button>
          </li>
        ))}
      </ul>
    </details>
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

import { ChevronDown, Languages, Moon, Sun, SunMoon } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { buttonClass } from "@/components/ui/button-class";
import { cx } from "@/components/ui/cx";
import { type Locale, languageTag, localeCookie, localeName, type Theme } from "@/messages/locales";
import { LanguageForm, ThemeForm } from "./preference-forms";

type LanguageSwitchProps = {
  /** Languages that can be chosen here. */
  languages: readonly Locale[];
  /** The menu lies over what follows. */
  floats?: boolean;
  className?: string;
};

/** A form that works by itself. One other language is a button, several are a menu, and none is nothing. */
export function LanguageSwitch({ languages, floats = false, className }: LanguageSwitchProps) {
  const current = useLocale();
  const others = languages.filter((locale) => locale !== current);
  const [only] = others;
  if (!only) return null;
  return (
    <LanguageForm floats={floats} className={className}>
      {others.length === 1 ? (
        <LanguageButton locale={only} />
      ) : (
        <LanguageMenu current={current} others={others} floats={floats} />
      )}
    </LanguageForm>
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
  return (
    <details className={cx("group", floats && "relative")}>
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

/** Three signs, of which the page shows the one of its theme. Drawn by the server, so that no page loads them as script. */
export function ThemeSwitch({ theme, className }: { theme: Theme; className?: string }) {
  return (
    <ThemeForm theme={theme} className={className}>
      <SunMoon className="in-data-theme:hidden" aria-hidden />
      <Sun className="hidden in-data-[theme=light]:block" aria-hidden />
      <Moon className="hidden in-data-[theme=dark]:block" aria-hidden />
    </ThemeForm>
  );
}

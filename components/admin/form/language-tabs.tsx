"use client";

import { useTranslations } from "next-intl";
import { cx } from "@/components/ui/cx";
import { type Locale, localeName } from "@/messages/locales";

type LanguageTabsProps = {
  /** Languages beside the shop's own. */
  others: readonly Locale[];
  chosen: Locale | undefined;
  onChoose: (language: Locale | undefined) => void;
  /** Whether the shop's own texts are among the choices. */
  withOwn?: boolean;
};

/** The texts of a form in the shop's own language, and in each of the others. */
export function LanguageTabs({ others, chosen, onChoose, withOwn = true }: LanguageTabsProps) {
  const t = useTranslations("admin.form");
  return (
    <fieldset className="flex flex-wrap gap-x-1 border-line border-b">
      <legend className="sr-only">{t("languages")}</legend>
      {[...(withOwn ? [undefined] : []), ...others].map((locale) => (
        <button
          key={locale ?? "own"}
          type="button"
          aria-pressed={locale === chosen}
          onClick={() => onChoose(locale)}
          {...(locale ? { lang: locale } : {})}
          className={cx(
            "-mb-px min-h-11 shrink-0 border-b-2 px-3 font-medium text-sm md:min-h-10",
            locale === chosen ? "border-pine text-ink" : "border-transparent text-ink-muted hover:text-ink",
          )}
        >
          {locale ? localeName(locale) : t("ownLanguage")}
        </button>
      ))}
    </fieldset>
  );
}

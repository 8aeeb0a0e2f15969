"use client";

import { useTranslations } from "next-intl";
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { type Locale, localeName, locales } from "@/messages/locales";

type LanguageTabsProps = {
  /** Those beside the shop's own. */
  others: readonly Locale[];
  chosen: Locale | undefined;
  onChoose: (language: Locale | undefined) => void;
};

const own = "own";

/** The texts of a form in the shop's own language, and in each of the others. */
export function LanguageTabs({ others, chosen, onChoose }: LanguageTabsProps) {
  const t = useTranslations("admin.form");
  return (
    <Tabs
      value={chosen ?? own}
      onValueChange={(value) => onChoose(locales.find((locale) => locale === value))}
    >
      <TabsList aria-label={t("languages")}>
        <TabsTrigger value={own}>{t("ownLanguage")}</TabsTrigger>
        {others.map((locale) => (
          <TabsTrigger key={locale} value={locale} lang={locale}>
            {localeName(locale)}
          </TabsTrigger>
        ))}
      </TabsList>
    </Tabs>
  );
}

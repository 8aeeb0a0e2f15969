"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { HtmlField } from "@/components/admin/form/html-field";
import type { Languages } from "@/components/admin/form/in-languages";
import { LanguageTabs } from "@/components/admin/form/language-tabs";
import { Panel } from "@/components/admin/page-frame";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { localeName } from "@/messages/locales";
import type { PartProps } from "./form-part";

/** The product's texts in the other languages of the shop. What is left empty is shown in the shop's own. */
export function ProductTexts({ draft, change, fieldError, languages }: PartProps & { languages: Languages }) {
  const t = useTranslations("admin-sell.product");
  const { others } = languages;
  const [chosen, setChosen] = useState(others[0]);
  if (!chosen) return null;
  const texts = draft.translations[chosen] ?? {};
  const at = `translations.${chosen}`;
  const set = (name: string, text: string) =>
    change({ translations: { ...draft.translations, [chosen]: { ...texts, [name]: text } } });
  const nameOption = (key: string, name: string) =>
    change({
      skus: draft.skus.map((sku) =>
        sku.key === key ? { ...sku, translations: { ...sku.translations, [chosen]: { name } } } : sku,
      ),
    });
  const input = (name: string, label: string, own: string) => (
    <Field label={label} error={fieldError(`${at}.${name}`)}>
      <Input value={texts[name] ?? ""} placeholder={own} onChange={({ target }) => set(name, target.value)} />
    </Field>
  );
  const area = (name: string, label: string, own: string, rows: number) => (
    <Field label={label} error={fieldError(`${at}.${name}`)} className="sm:col-span-2">
      <Textarea
        rows={rows}
        value={texts[name] ?? ""}
        placeholder={own}
        onChange={({ target }) => set(name, target.value)}
      />
    </Field>
  );
  return (
    <Panel
      title={t("otherLanguages", { language: localeName(chosen) })}
      description={t("otherLanguagesText")}
    >
      {others.length > 1 ? (
        <div className="mb-4">
          <LanguageTabs others={others} chosen={chosen} onChoose={setChosen} withOwn={false} />
        </div>
      ) : null}
      <div lang={chosen} className="grid gap-4 sm:grid-cols-2">
        {input("title", t("title"), draft.title)}
        {input("tags", t("tagsInLanguage"), draft.tags.split("\n").filter(Boolean).join(", "))}
        {area("summary", t("summary"), draft.summary, 2)}
        <Field label={t("description")} error={fieldError(`${at}.description`)} className="sm:col-span-2">
          <HtmlField
            key={chosen}
            rows={10}
            value={texts.description ?? ""}
            onChange={(description) => set("description", description)}
          />
        </Field>
        {area("instructions", t("fields.instructions.label"), String(draft.plain.instructions ?? ""), 3)}
        {draft.skus.map((sku, index) => (
          <Field
            key={sku.key}
            label={t("optionInLanguage", { name: sku.name || sku.code })}
            error={fieldError(`skus.${index}.${at}.name`)}
          >
            <Input
              value={sku.translations[chosen]?.name ?? ""}
              placeholder={sku.name}
              onChange={({ target }) => nameOption(sku.key, target.value)}
            />
          </Field>
        ))}
        {draft.goods === "none"
          ? draft.fields
              .filter((field) => field.name)
              .map((field) => (
                <div key={field.key}>
                  {input(`form.${field.name}`, t("questionInLanguage", { name: field.name }), field.label)}
                </div>
              ))
          : null}
        {input("seo_title", t("seoTitle"), draft.seoTitle)}
        {input("seo_description", t("seoDescription"), draft.seoDescription)}
      </div>
    </Panel>
  );
}

"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { SpecField } from "@/components/admin/form/spec-field";
import { buttonClass } from "@/components/ui/button-class";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { mostSections, plainSection, sectionKinds } from "@/lib/settings/look/choices";
import type { HomeSection } from "@/lib/settings/look/schema";
import type { Locale } from "@/messages/locales";
import { textIn, withText } from "./look-draft";
import { OrderedList } from "./ordered-list";

type Option = { value: string; label: string };

type SectionListProps = {
  sections: readonly HomeSection[];
  categories: readonly Option[];
  language: Locale | undefined;
  onChange: (sections: HomeSection[]) => void;
};

/** Parts of the home page in their order. */
export function SectionList({ sections, categories, language, onChange }: SectionListProps) {
  const t = useTranslations("admin-content.look");
  const nameOf = (section: HomeSection) => {
    const kind = t(`sections.${section.kind}`);
    const own =
      section.kind === "shelf"
        ? categories.find(({ value }) => value === section.category)?.label
        : textIn(section, "title");
    return own ? `${kind}: ${own}` : kind;
  };
  return (
    <div className="flex flex-col gap-3">
      <OrderedList items={sections} nameOf={nameOf} onChange={onChange}>
        {(section, change) => (
          <SectionFields section={section} categories={categories} language={language} onChange={change} />
        )}
      </OrderedList>
      {sections.length < mostSections ? (
        <div className="flex flex-wrap gap-2">
          {sectionKinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className={buttonClass("secondary", "sm")}
              onClick={() =>
                onChange([
                  ...sections,
                  {
                    ...plainSection(kind),
                    category: kind === "shelf" ? (categories[0]?.value ?? null) : null,
                  },
                ])
              }
            >
              <Plus aria-hidden />
              {t(`sections.${kind}`)}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}

type FieldsProps = {
  section: HomeSection;
  categories: readonly Option[];
  language: Locale | undefined;
  onChange: (section: HomeSection) => void;
};

function SectionFields({ section, categories, language, onChange }: FieldsProps) {
  const t = useTranslations("admin-content.look");
  if (section.kind === "shelf")
    return (
      <div className="border-line border-t p-3">
        <SpecField
          spec={{ kind: "select", name: "category", label: t("category"), options: categories }}
          value={section.category ?? ""}
          onChange={(value) => onChange({ ...section, category: String(value) })}
        />
      </div>
    );
  if (section.kind !== "text") return null;
  return (
    <div className="grid gap-3 border-line border-t p-3">
      <Field label={t("sectionTitle")}>
        <Input
          maxLength={120}
          value={textIn(section, "title", language)}
          placeholder={language ? textIn(section, "title") : undefined}
          onChange={({ target }) => onChange(withText(section, "title", target.value, language))}
        />
      </Field>
      <Field label={t("sectionText")}>
        <Textarea
          rows={4}
          maxLength={2000}
          value={textIn(section, "text", language)}
          placeholder={language ? textIn(section, "text") : undefined}
          onChange={({ target }) => onChange(withText(section, "text", target.value, language))}
        />
      </Field>
      {language ? null : (
        <>
          <SpecField
            spec={{ kind: "picture", name: "picture", label: t("picture"), use: "section" }}
            value={section.picture ?? ""}
            onChange={(value) => onChange({ ...section, picture: String(value) || null })}
          />
          <Field label={t("link")} hint={t("linkHint")}>
            <Input
              value={section.link ?? ""}
              placeholder="/products"
              onChange={({ target }) => onChange({ ...section, link: target.value.trim() || null })}
            />
          </Field>
        </>
      )}
    </div>
  );
}

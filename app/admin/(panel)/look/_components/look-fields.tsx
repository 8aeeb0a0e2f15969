"use client";

import { useTranslations } from "next-intl";
import { SpecField } from "@/components/admin/form/spec-field";
import { ChipGroup } from "@/components/ui/chip-group";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { SwitchField } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { keysOf } from "@/lib/core/shapes/records";
import {
  cornerKinds,
  goodsKinds,
  headerKinds,
  heroKinds,
  lookFonts,
  startThemes,
  tones,
} from "@/lib/settings/look/choices";
import type { Locale } from "@/messages/locales";
import { ColourField } from "./colour-field";
import { type Look, textIn, withText } from "./look-draft";

/** Label and hint of each member, by its name on the wire. */
export type LookTexts = Record<string, { label: string; hint?: string | undefined }>;

/** Colours of the shop as it is drawn without a choice (lib/settings/look/derive-colours.ts). */
const usual = { color: "#12594a", accent: "#8a5f14" } as const;

const choices = {
  tone: tones,
  theme: startThemes,
  corners: cornerKinds,
  font: lookFonts,
  goods: goodsKinds,
  header: headerKinds,
} as const;

type LookFieldsProps = {
  look: Look;
  texts: LookTexts;
  onChange: (change: Partial<Look>) => void;
  errorOf: (name: string) => string | undefined;
};

/** Colours, shapes and marks: everything of a look that is no text. */
export function LookFields({ look, texts, onChange, errorOf }: LookFieldsProps) {
  const t = useTranslations("admin-content.look");
  const label = (name: string) => texts[name]?.label ?? name;
  return (
    <div className="flex flex-col gap-5">
      {(["color", "accent"] as const).map((name) => (
        <ColourField
          key={name}
          label={label(name)}
          hint={texts[name]?.hint}
          error={errorOf(name)}
          value={look[name]}
          usual={usual[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      {keysOf(choices).map((name) => (
        <div key={name}>
          <ChipGroup
            legend={label(name)}
            value={look[name] as string}
            onChange={(value) => onChange({ [name]: value })}
            chips={choices[name].map((value) => ({
              value,
              label: t(`choices.${name}.${value}` as "choices.tone.plain"),
            }))}
          />
          {texts[name]?.hint ? <p className="mt-1.5 text-ink-faint text-xs">{texts[name]?.hint}</p> : null}
        </div>
      ))}
      {(["logo_dark", "favicon"] as const).map((name) => (
        <SpecField
          key={name}
          spec={{
            kind: "picture",
            name,
            label: label(name),
            hint: texts[name]?.hint,
            use: name === "favicon" ? "tab" : "icon",
          }}
          value={look[name] ?? ""}
          error={errorOf(name)}
          onChange={(value) => onChange({ [name]: String(value) || null })}
        />
      ))}
      <SwitchField
        label={label("logo_has_name")}
        hint={texts.logo_has_name?.hint}
        checked={look.logo_has_name}
        onCheckedChange={(value) => onChange({ logo_has_name: value })}
      />
    </div>
  );
}

type HeroFieldsProps = {
  hero: Look["hero"];
  texts: LookTexts;
  language: Locale | undefined;
  onChange: (hero: Look["hero"]) => void;
};

/** Words and picture at the top of the home page. */
export function HeroFields({ hero, texts, language, onChange }: HeroFieldsProps) {
  const t = useTranslations("admin-content.look");
  const needsPicture = hero.kind === "picture" || hero.kind === "cover";
  return (
    <>
      {language ? null : (
        <ChipGroup
          legend={texts.hero?.label ?? ""}
          value={hero.kind}
          onChange={(kind) => onChange({ ...hero, kind })}
          chips={heroKinds.map((value) => ({ value, label: t(`heroes.${value}`) }))}
        />
      )}
      {hero.kind === "none" ? null : (
        <>
          <Field label={t("heroTitle")} hint={texts.hero?.hint}>
            <Input
              maxLength={120}
              value={textIn(hero, "title", language)}
              placeholder={language ? textIn(hero, "title") : undefined}
              onChange={({ target }) => onChange(withText(hero, "title", target.value, language))}
            />
          </Field>
          <Field label={t("heroLead")}>
            <Textarea
              rows={2}
              maxLength={400}
              value={textIn(hero, "lead", language)}
              placeholder={language ? textIn(hero, "lead") : undefined}
              onChange={({ target }) => onChange(withText(hero, "lead", target.value, language))}
            />
          </Field>
        </>
      )}
      {needsPicture && !language ? (
        <SpecField
          spec={{
            kind: "picture",
            name: "hero",
            label: t("picture"),
            hint: t("heroPictureHint"),
            use: "hero",
          }}
          value={hero.picture ?? ""}
          onChange={(value) => onChange({ ...hero, picture: String(value) || null })}
        />
      ) : null}
    </>
  );
}

import { keysOf } from "@/lib/core/shapes/records";
import { plainSection } from "@/lib/settings/look/choices";
import type { readyLooks } from "@/lib/settings/look/ready-looks";
import type { LookLink } from "@/lib/settings/look/schema";
import type { SettingsOut } from "@/lib/settings/schema";
import type { Locale } from "@/messages/locales";

export type Look = SettingsOut["look"];
export type ReadyLooks = typeof readyLooks;

type Translated = { translations: Partial<Record<Locale, Record<string, string>>> };

/** Text of a part in one language; undefined: the shop's own. */
export const textIn = <T extends Translated>(part: T, name: keyof T & string, language?: Locale): string =>
  (language ? part.translations[language]?.[name] : (part[name] as string | null)) ?? "";

/** An empty text of a language takes it away: the shop's own is shown there. */
export function withText<T extends Translated>(
  part: T,
  name: keyof T & string,
  text: string,
  language?: Locale,
): T {
  if (!language) return { ...part, [name]: text };
  const { [name]: _former, ...others } = part.translations[language] ?? {};
  const texts = text === "" ? others : { ...others, [name]: text };
  return { ...part, translations: { ...part.translations, [language]: texts } };
}

export const emptyLink: LookLink = { label: "", address: "/", translations: {} };

/** The look with everything that a ready one decides; words, pictures and texts of the shop stay. */
export function applyReady(look: Look, ready: ReadyLooks[keyof ReadyLooks]): Look {
  const { hero, sections, ...colours } = ready;
  const texts = look.sections.filter(({ kind }) => kind === "text");
  return {
    ...look,
    ...colours,
    hero: { ...look.hero, kind: look.hero.picture ? look.hero.kind : hero },
    sections: [...sections.map(plainSection), ...texts],
  };
}

/** Members that differ, and what they were before: two people at the form do not undo each other's. */
export function changesOf(look: Look, before: Look): Record<string, unknown> {
  const names = keysOf(look).filter((name) => JSON.stringify(look[name]) !== JSON.stringify(before[name]));
  return {
    look: Object.fromEntries(names.map((name) => [name, look[name]])),
    seen: Object.fromEntries(names.map((name) => [`look.${name}`, before[name]])),
  };
}
